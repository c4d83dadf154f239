package io.tracemill.analysis.explanation;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.signature;
import static io.tracemill.analysis.request.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.record.ChangeRecord.Kind;
import io.tracemill.analysis.record.ChangeRecord.Term;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChangeAccountTest {
  private static final DurationScale SCALE = new DurationScale(1_000_000);
  private static final SumRules ROOMY = new SumRules(1000, 1000, 1000, SCALE);

  @Property
  void termsAndRestAddUpToTheChange(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes,
      @ForAll @IntRange(min = 1, max = 4) int maxCategories) {
    SumRules limits = new SumRules(maxNodes, 4, maxCategories, SCALE);
    account(of(before, limits), of(after, limits))
        .ifPresent(
            account -> {
              assertThat(account.deltaMeanNanos())
                  .isEqualTo(roundedMean(after) - roundedMean(before));
              assertThat(sum(account)).isEqualTo(account.deltaMeanNanos());
            });
  }

  @Property
  void whereNothingIsCappedNothingButRoundingIsLeft(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    account(of(before, ROOMY), of(after, ROOMY))
        .filter(account -> account.terms().size() < Explainer.MAX_TERMS)
        .ifPresent(
            account ->
                assertThat(Math.abs(account.restNanos()))
                    .isLessThanOrEqualTo(1 + account.terms().size() / 2));
  }

  @Property
  void placesAndWhatIsHiddenAddUpToTheWhole(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes) {
    SumRules limits = new SumRules(maxNodes, 4, 2, SCALE);
    account(of(before, limits), of(after, limits))
        .filter(account -> account.deltaMeanNanos() != 0)
        .ifPresent(
            account ->
                assertThat(account.places().stream().mapToDouble(PlaceChange::share).sum())
                    .isCloseTo(1 - account.hiddenShare(), within(1e-6)));
  }

  @Property
  void everyTermIsTheOneOfTheDefinition(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    account(of(before, ROOMY), of(after, ROOMY))
        .ifPresent(account -> assertDefinition(account, before, after));
  }

  private static void assertDefinition(
      ChangeAccount account, List<RequestAnalysis> before, List<RequestAnalysis> after) {
    double overall = (mean(before) + mean(after)) / 2;
    for (Term term : account.terms()) {
      List<RequestAnalysis> then = category(before, CallTreeSignature.ofHex(term.category()));
      List<RequestAnalysis> now = category(after, CallTreeSignature.ofHex(term.category()));
      double shareThen = (double) then.size() / before.size();
      double shareNow = (double) now.size() / after.size();
      double expected;
      if (term.node().isPresent()) {
        double nodeThen = own(then, term.node().get()) / then.size();
        double nodeNow = own(now, term.node().get()) / now.size();
        expected = (shareThen + shareNow) / 2 * (nodeNow - nodeThen);
      } else {
        double meanThen = mean(then.isEmpty() ? now : then);
        double meanNow = mean(now.isEmpty() ? then : now);
        expected = ((meanThen + meanNow) / 2 - overall) * (shareNow - shareThen);
      }
      assertThat((double) term.nanos()).isCloseTo(expected, within(1.001));
    }
  }

  @Property
  void orderOfArrivalDoesNotMatter(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll Random random) {
    List<RequestAnalysis> shuffled = new ArrayList<>(after);
    Collections.shuffle(shuffled, random);

    assertThat(account(of(before, ROOMY), of(shuffled, ROOMY)))
        .isEqualTo(account(of(before, ROOMY), of(after, ROOMY)));
  }

  @Property
  void aChangeTakenBackIsItsNegative(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    account(of(before, ROOMY), of(after, ROOMY))
        .ifPresent(
            there -> {
              ChangeAccount back = account(after, before);
              assertThat(back.deltaMeanNanos()).isEqualTo(-there.deltaMeanNanos());
              assertThat(back.restNanos()).isEqualTo(-there.restNanos());
              assertThat(back.terms())
                  .containsExactlyElementsOf(
                      there.terms().stream().map(ChangeAccountTest::negative).toList());
            });
  }

  private static Term negative(Term term) {
    return new Term(term.kind(), term.category(), term.node(), -term.nanos());
  }

  private static Term mix(CallTreeSignature category, long nanos) {
    return new Term(Kind.MIX, category.hex(), Optional.empty(), nanos);
  }

  private static Term rate(CallTreeSignature category, List<PathStep> path, long nanos) {
    return new Term(Kind.RATE, category.hex(), Optional.of(path), nanos);
  }

  @Test
  void moreRequestsOfASlowCategoryAreAMixTerm() {
    ChangeAccount account =
        account(
            List.of(fast(1), fast(2), fast(3), slow(4)),
            List.of(fast(5), fast(6), slow(7), slow(8)));

    assertThat(account.beforeMeanNanos()).isEqualTo(200);
    assertThat(account.deltaMeanNanos()).isEqualTo(100);
    assertThat(account.terms()).containsExactly(mix(signature(2), 63), mix(signature(1), 38));
  }

  @Test
  void aSlowerNodeIsARateTermOfItsCategory() {
    List<RequestAnalysis> before =
        List.of(fast(1), request(2).category(2).call("front", 50).below(0, "db", 50).build());
    List<RequestAnalysis> after =
        List.of(fast(3), request(4).category(2).call("front", 40).below(0, "db", 90).build());

    assertThat(account(before, after).terms())
        .containsExactly(
            rate(signature(2), List.of(step("front"), step("db")), 20),
            rate(signature(2), List.of(step("front")), -5));
  }

  @Test
  void anAbsentNodeHadNoTime() {
    List<RequestAnalysis> before = List.of(request(1).call("front", 50).build());
    List<RequestAnalysis> after = List.of(request(2).call("front", 50).below(0, "db", 30).build());

    assertThat(account(before, after).terms())
        .containsExactly(rate(signature(0), List.of(step("front"), step("db")), 30));
  }

  @Test
  void aNewCategoryIsNoSlowerThanItEverWas() {
    ChangeAccount account = account(List.of(fast(1)), List.of(fast(2), slow(3)));

    assertThat(account.terms()).allMatch(term -> term.kind() == Kind.MIX).hasSize(2);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void aCategoryThatIsGoneWasNoFasterThanItWas() {
    ChangeAccount account = account(List.of(fast(1), slow(2)), List.of(fast(3)));

    assertThat(account.terms()).allMatch(term -> term.kind() == Kind.MIX).hasSize(2);
    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos()).isEqualTo(-200);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void cohortsWithoutACategoryInCommonAddUpToo() {
    ChangeAccount account = account(List.of(fast(1), fast(2)), List.of(slow(3)));

    assertThat(account.terms()).allMatch(term -> term.kind() == Kind.MIX).hasSize(2);
    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos()).isEqualTo(400);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void whatOneCohortMayHaveCappedIsCappedInBoth() {
    SumRules narrow = new SumRules(10, 10, 1, SCALE);
    EndpointSums before = of(List.of(fast(1), fast(2), slow(3)), narrow);
    EndpointSums after = of(List.of(fast(4), slow(5), slow(6)), ROOMY);

    ChangeAccount account = account(before, after).orElseThrow();

    assertThat(account.terms()).containsExactly(mix(signature(1), 67));
    assertThat(account.restNanos()).isEqualTo(67);
    assertThat(account.deltaMeanNanos()).isEqualTo(134);
  }

  @Test
  void callPathsThatOneCohortMayHaveRolledUpAreRolledUpInBoth() {
    EndpointSums before =
        of(
            List.of(request(1).call("front", 10).below(0, "db", 30).build()),
            new SumRules(1, 9, 9, SCALE));
    EndpointSums after =
        of(List.of(request(2).call("front", 15).below(0, "db", 37).build()), ROOMY);

    ChangeAccount account = account(before, after).orElseThrow();

    assertThat(account.terms()).containsExactly(rate(signature(0), List.of(step("front")), 5));
    assertThat(account.restNanos()).isEqualTo(7);
  }

  @Test
  void termsBeyondTheLimitAreLeftToTheRest() {
    TestRequest before = request(1).call("front", 50);
    TestRequest after = request(2).call("front", 50);
    for (int db = 0; db <= Explainer.MAX_TERMS; db++) {
      before.below(0, "db" + db, 10);
      after.below(0, "db" + db, 20 + db);
    }

    ChangeAccount account = account(List.of(before.build()), List.of(after.build()));

    assertThat(account.terms()).hasSize(Explainer.MAX_TERMS).last().matches(t -> t.nanos() == 11);
    assertThat(account.restNanos()).isEqualTo(10);
    assertThat(account.places()).hasSize(Explainer.MAX_TERMS);
  }

  @Test
  void hugeTimesAddUpToo() {
    long year = 31_557_600_000_000_000L;
    List<RequestAnalysis> before =
        LongStream.range(0, 7)
            .mapToObj(
                i ->
                    request(i)
                        .category((int) i % 3)
                        .call("front", year + i)
                        .below(0, "db", year / 7)
                        .build())
            .toList();
    List<RequestAnalysis> after =
        LongStream.range(0, 11)
            .mapToObj(
                i -> request(i).category((int) i % 4).call("front", 20 * year / (i + 1)).build())
            .toList();

    ChangeAccount account = account(before, after);

    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos());
  }

  @Test
  void withoutRequestsThereIsNoMean() {
    assertThat(account(of(List.of(), ROOMY), of(List.of(fast(1)), ROOMY))).isEmpty();
    assertThat(account(of(List.of(fast(1)), ROOMY), of(List.of(), ROOMY))).isEmpty();
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static RequestAnalysis fast(long id) {
    return request(id).category(1).call("front", 100).build();
  }

  private static RequestAnalysis slow(long id) {
    return request(id).category(2).call("front", 500).build();
  }

  private static ChangeAccount account(List<RequestAnalysis> then, List<RequestAnalysis> now) {
    return account(of(then, ROOMY), of(now, ROOMY)).orElseThrow();
  }

  private static Optional<ChangeAccount> account(EndpointSums before, EndpointSums after) {
    return before.count() == 0 || after.count() == 0
        ? Optional.empty()
        : Optional.of(AccountReader.account(CohortPair.of(cohort(before), cohort(after))));
  }

  private static EndpointSums of(List<RequestAnalysis> requests, SumRules limits) {
    EndpointSums sums = new EndpointSums(limits);
    requests.forEach(sums::add);
    sums.finish();
    return sums;
  }

  private static long sum(ChangeAccount account) {
    return account.restNanos() + account.terms().stream().mapToLong(Term::nanos).sum();
  }

  private static long roundedMean(List<RequestAnalysis> requests) {
    long sum = requests.stream().mapToLong(RequestAnalysis::durationNanos).sum();
    return Math.floorDiv(2 * sum + requests.size(), 2L * requests.size());
  }

  private static double mean(List<RequestAnalysis> requests) {
    return requests.stream().mapToLong(RequestAnalysis::durationNanos).average().orElseThrow();
  }

  private static List<RequestAnalysis> category(
      List<RequestAnalysis> requests, CallTreeSignature flow) {
    return requests.stream().filter(request -> request.category().equals(flow)).toList();
  }

  /** What these requests spent at one call path. */
  private static double own(List<RequestAnalysis> requests, List<PathStep> path) {
    long nanos = 0;
    for (RequestAnalysis request : requests) {
      CallingContextTree tree = request.criticalPath();
      for (int node = 0; node < tree.size(); node++) {
        List<PathStep> steps = new ArrayList<>();
        for (int at = node; at >= 0; at = tree.parent(at)) {
          steps.add(0, tree.step(at));
        }
        nanos += steps.equals(path) ? tree.exclusiveNanos(node) : 0;
      }
    }
    return nanos;
  }

  private static Cohort cohort(EndpointSums requests) {
    return new Cohort(new Period(0, 1), requests, List.of());
  }
}
