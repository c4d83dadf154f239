package io.tracemill.analysis.change;

import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.ChangeAccount.Mix;
import io.tracemill.analysis.change.ChangeAccount.Rate;
import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChangeAccountTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 1);
  private static final int ALL = Integer.MAX_VALUE;

  @Property
  void termsAndRestAddUpToTheChange(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes,
      @ForAll @IntRange(min = 1, max = 4) int maxCategories,
      @ForAll @IntRange(max = 8) int maxTerms) {
    ProfileLimits limits = new ProfileLimits(maxNodes, 4, maxCategories, 1);
    ChangeReader.of(of(before, limits), of(after, limits))
        .ifPresent(
            reader -> {
              ChangeAccount account = reader.account(maxTerms);
              assertThat(account.terms()).hasSizeLessThanOrEqualTo(maxTerms);
              assertThat(account.deltaMeanNanos())
                  .isEqualTo(roundedMean(after) - roundedMean(before));
              assertThat(sum(account)).isEqualTo(account.deltaMeanNanos());
            });
  }

  @Property
  void whereNothingIsCappedNothingIsLeft(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    ChangeReader.of(of(before, ROOMY), of(after, ROOMY))
        .map(reader -> reader.account(ALL))
        .ifPresent(account -> assertThat(account.restNanos()).isZero());
  }

  @Property
  void everyTermIsTheOneOfTheDefinition(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    ChangeReader.of(of(before, ROOMY), of(after, ROOMY))
        .map(reader -> reader.account(ALL))
        .ifPresent(account -> assertDefinition(account, before, after));
  }

  private static void assertDefinition(
      ChangeAccount account, List<RequestAnalysis> before, List<RequestAnalysis> after) {
    double overall = (mean(before) + mean(after)) / 2;
    for (Term term : account.terms()) {
      List<RequestAnalysis> then = category(before, term.category());
      List<RequestAnalysis> now = category(after, term.category());
      double shareThen = (double) then.size() / before.size();
      double shareNow = (double) now.size() / after.size();
      double expected;
      if (term instanceof Rate rate) {
        double nodeThen = own(then, rate.callPath()) / then.size();
        double nodeNow = own(now, rate.callPath()) / now.size();
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
      @ForAll Random random,
      @ForAll @IntRange(max = 5) int maxTerms) {
    List<RequestAnalysis> shuffled = new ArrayList<>(after);
    Collections.shuffle(shuffled, random);

    assertThat(
            ChangeReader.of(of(before, ROOMY), of(shuffled, ROOMY)).map(r -> r.account(maxTerms)))
        .isEqualTo(
            ChangeReader.of(of(before, ROOMY), of(after, ROOMY)).map(r -> r.account(maxTerms)));
  }

  @Property
  void aChangeTakenBackIsItsNegative(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    ChangeReader.of(of(before, ROOMY), of(after, ROOMY))
        .ifPresent(
            there -> {
              ChangeAccount back =
                  ChangeReader.of(of(after, ROOMY), of(before, ROOMY)).orElseThrow().account(ALL);
              ChangeAccount account = there.account(ALL);
              assertThat(back.deltaMeanNanos()).isEqualTo(-account.deltaMeanNanos());
              assertNegative(byWhat(back), byWhat(account));
            });
  }

  /** Within a nanosecond: each account is rounded by itself. */
  private static void assertNegative(Map<Term, Long> back, Map<Term, Long> there) {
    assertThat(back).containsOnlyKeys(there.keySet());
    there.forEach(
        (what, nanos) -> assertThat(back.get(what)).as("%s", what).isCloseTo(-nanos, within(1L)));
  }

  /** By what a term is about; no two are about the same. */
  private static Map<Term, Long> byWhat(ChangeAccount account) {
    return account.terms().stream()
        .collect(
            Collectors.toMap(
                term ->
                    term instanceof Rate rate
                        ? new Rate(rate.category(), rate.callPath(), 0)
                        : new Mix(term.category(), 0),
                Term::nanos));
  }

  @Test
  void moreRequestsOfASlowCategoryAreAMixTerm() {
    ChangeAccount account =
        account(
            List.of(fast(1), fast(2), fast(3), slow(4)),
            List.of(fast(5), fast(6), slow(7), slow(8)));

    assertThat(account.beforeMeanNanos()).isEqualTo(200);
    assertThat(account.deltaMeanNanos()).isEqualTo(100);
    assertThat(account.terms()).containsExactly(new Mix(flow(2), 63), new Mix(flow(1), 37));
  }

  @Test
  void aSlowerNodeIsARateTermOfItsCategory() {
    List<RequestAnalysis> before =
        List.of(fast(1), request(2).flow(2).call("front", 50).below(0, "db", 50).build());
    List<RequestAnalysis> after =
        List.of(fast(3), request(4).flow(2).call("front", 40).below(0, "db", 90).build());

    assertThat(account(before, after).terms())
        .containsExactly(
            new Rate(flow(2), List.of(step("front"), step("db")), 20),
            new Rate(flow(2), List.of(step("front")), -5));
  }

  @Test
  void anAbsentNodeHadNoTime() {
    List<RequestAnalysis> before = List.of(request(1).call("front", 50).build());
    List<RequestAnalysis> after = List.of(request(2).call("front", 50).below(0, "db", 30).build());

    assertThat(account(before, after).terms())
        .containsExactly(new Rate(flow(0), List.of(step("front"), step("db")), 30));
  }

  @Test
  void aNewCategoryIsNoSlowerThanItEverWas() {
    ChangeAccount account = account(List.of(fast(1)), List.of(fast(2), slow(3)));

    assertThat(account.terms()).allMatch(Mix.class::isInstance).hasSize(2);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void aCategoryThatIsGoneWasNoFasterThanItWas() {
    ChangeAccount account = account(List.of(fast(1), slow(2)), List.of(fast(3)));

    assertThat(account.terms()).allMatch(Mix.class::isInstance).hasSize(2);
    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos()).isEqualTo(-200);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void cohortsWithoutACategoryInCommonAddUpToo() {
    ChangeAccount account = account(List.of(fast(1), fast(2)), List.of(slow(3)));

    assertThat(account.terms()).allMatch(Mix.class::isInstance).hasSize(2);
    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos()).isEqualTo(400);
    assertThat(account.restNanos()).isZero();
  }

  @Test
  void whatOneCohortMayHaveCappedIsCappedInBoth() {
    ProfileLimits narrow = new ProfileLimits(10, 10, 1, 1);
    EndpointAccumulator before = of(List.of(fast(1), fast(2), slow(3)), narrow);
    EndpointAccumulator after = of(List.of(fast(4), slow(5), slow(6)), ROOMY);

    ChangeAccount account = ChangeReader.of(before, after).orElseThrow().account(ALL);

    assertThat(account.terms()).containsExactly(new Mix(flow(1), 67));
    assertThat(account.cappedNanos()).isEqualTo(account.restNanos()).isEqualTo(67);
    assertThat(account.deltaMeanNanos()).isEqualTo(134);
  }

  @Test
  void callPathsThatOneCohortMayHaveRolledUpAreRolledUpInBoth() {
    EndpointAccumulator before =
        of(
            List.of(request(1).call("front", 10).below(0, "db", 30).build()),
            new ProfileLimits(1, 9, 9, 1));
    EndpointAccumulator after =
        of(List.of(request(2).call("front", 15).below(0, "db", 37).build()), ROOMY);

    ChangeAccount account = ChangeReader.of(before, after).orElseThrow().account(ALL);

    assertThat(account.terms()).containsExactly(new Rate(flow(0), List.of(step("front")), 5));
    assertThat(account.restNanos()).isEqualTo(7);
    assertThat(account.cappedNanos()).isZero();
  }

  @Test
  void termsBeyondTheLimitAreLeftToTheRest() {
    List<RequestAnalysis> before = List.of(request(1).call("front", 50).below(0, "db", 50).build());
    List<RequestAnalysis> after = List.of(request(2).call("front", 53).below(0, "db", 90).build());

    ChangeAccount account =
        ChangeReader.of(of(before, ROOMY), of(after, ROOMY)).orElseThrow().account(1);

    assertThat(account.terms()).extracting(Term::nanos).containsExactly(40L);
    assertThat(account.restNanos()).isEqualTo(3);
  }

  @Test
  void hugeTimesAddUpToo() {
    long year = 31_557_600_000_000_000L;
    List<RequestAnalysis> before =
        LongStream.range(0, 7)
            .mapToObj(
                i ->
                    request(i)
                        .flow((int) i % 3)
                        .call("front", year + i)
                        .below(0, "db", year / 7)
                        .build())
            .toList();
    List<RequestAnalysis> after =
        LongStream.range(0, 11)
            .mapToObj(i -> request(i).flow((int) i % 4).call("front", 20 * year / (i + 1)).build())
            .toList();

    ChangeAccount account = account(before, after);

    assertThat(sum(account)).isEqualTo(account.deltaMeanNanos());
  }

  @Test
  void withoutRequestsThereIsNoMean() {
    assertThat(ChangeReader.of(of(List.of(), ROOMY), of(List.of(fast(1)), ROOMY))).isEmpty();
    assertThat(ChangeReader.of(of(List.of(fast(1)), ROOMY), of(List.of(), ROOMY))).isEmpty();
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static RequestAnalysis fast(long id) {
    return request(id).flow(1).call("front", 100).build();
  }

  private static RequestAnalysis slow(long id) {
    return request(id).flow(2).call("front", 500).build();
  }

  private static CallTreeSignature flow(int flow) {
    return new CallTreeSignature(flow, -flow);
  }

  private static ChangeAccount account(List<RequestAnalysis> before, List<RequestAnalysis> after) {
    return ChangeReader.of(of(before, ROOMY), of(after, ROOMY)).orElseThrow().account(ALL);
  }

  private static EndpointAccumulator of(List<RequestAnalysis> requests, ProfileLimits limits) {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    requests.forEach(sums::add);
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
    return requests.stream().filter(request -> request.signatures().flow().equals(flow)).toList();
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
}
