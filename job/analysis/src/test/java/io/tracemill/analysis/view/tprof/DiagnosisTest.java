package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.SocialNetwork.Delay;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiagnosisTest {
  private static final int REQUESTS = 2_000;
  private static final ReplayRules REPLAY = KeptTraces.rules(0);

  private static Diagnosis diagnose(Delay delay) {
    return SocialNetwork.play(REQUESTS, delay, 7).diagnose();
  }

  /** The diagnosis of requests of one type. */
  private static Diagnosis diagnose(int requests, IntFunction<TraceSpec> request) {
    return Diagnosis.of(kept(requests, request), DiagnosisParameters.standard(REPLAY));
  }

  private static List<KeptRequest> kept(int requests, IntFunction<TraceSpec> request) {
    return IntStream.range(0, requests).mapToObj(request).map(KeptTraces::of).toList();
  }

  private static Frame op(String service) {
    return Frame.of(service, "op");
  }

  private static Stream<Finding> withBelow(Finding finding) {
    return Stream.concat(
        Stream.of(finding), finding.below().stream().flatMap(DiagnosisTest::withBelow));
  }

  @Test
  void theNetworkIsAsSlowAsThePapers() {
    SocialNetwork network = SocialNetwork.play(REQUESTS, Delay.NONE, 7);
    assertThat(network.meanMillis("compose-web")).isCloseTo(25.5, within(1.5));
    assertThat(network.meanMillis("read-web")).isCloseTo(10.7, within(1.0));
  }

  /** Figure 6: ten random places, three times. */
  @ParameterizedTest
  @EnumSource
  void aLargeDelayIsTheTopFindingAtNearlyEveryPlace(Ranking ranking) {
    int found = 0;
    for (int seed = 1; seed <= 3; seed++) {
      found += DelayedPlaces.found(40, ranking, seed);
    }
    assertThat(found).isGreaterThanOrEqualTo(27);
  }

  /** The SSL case of section 4.2.1: 6 ms, beside calls of 30 ms. */
  @ParameterizedTest
  @EnumSource
  void aShortOperationThatIsCalledOftenIsTheTopFinding(Ranking ranking) {
    Random random = new Random(1);
    Diagnosis diagnosis =
        diagnose(
            500,
            request -> {
              TraceSpec spec = TraceSpec.trace(request + 1L).root("web", 0, 400_000_000).as("web");
              long now = 0;
              for (int call = 0; call < 12; call++) {
                String service = call % 4 == 3 ? "order" + call : "station";
                long nanos = (call % 4 == 3 ? 30_000_000L : 6_140_000L) + random.nextInt(1_000_000);
                spec.child("web", service, now + 1_000_000, now + 1_000_000 + nanos);
                now += 1_000_000 + nanos;
              }
              spec.spans().get(0).end = now + 1_000_000;
              return spec;
            });
    Finding first = diagnosis.by(ranking).get(0);
    assertThat(first.operation()).isEqualTo(op("station"));
    assertThat(first.tail()).isFalse();
    assertThat(first.times().all().count()).isEqualTo(9 * 500);
    assertThat(first.times().all().percentiles().p50().orElseThrow().value())
        .isBetween(6_000_000L, 7_500_000L);
    assertThat(FindingSamples.firstSubSpan(first).orElseThrow().tail()).isFalse();
  }

  /** The SQL case of section 4.2.1. */
  @ParameterizedTest
  @EnumSource
  void anOperationThatIsAlwaysSlowIsNoTailIssue(Ranking ranking) {
    Finding first = diagnose(new Delay("social-graph-get-followers", 0, 40, 1)).by(ranking).get(0);
    assertThat(first.operation()).isEqualTo(op("social-graph-get-followers"));
    assertThat(first.below().get(0).endpoint()).contains(op("compose-web"));
    assertThat(first.below().get(0).tail()).isFalse();
    assertThat(first.below().get(0).explained()).isBetween(0.5, 0.8);
  }

  /** The same in 2 % of executions. */
  @ParameterizedTest
  @EnumSource
  void anOperationThatIsRarelySlowIsATailIssue(Ranking ranking) {
    Finding first = diagnose(new Delay("post-memcached-get", 0, 400, 0.02)).by(ranking).get(0);
    assertThat(first.operation()).isEqualTo(op("post-memcached-get"));
    Finding endpoint = first.below().get(0);
    assertThat(endpoint.endpoint()).contains(op("read-web"));
    assertThat(endpoint.tail()).isTrue();
    Finding span = endpoint.below().get(0);
    assertThat(span.kind()).isEqualTo(Kind.SPAN);
    assertThat(span.times().tail().mean().value())
        .isGreaterThan(4 * span.times().normal().mean().value());
    Finding subSpan = span.below().get(0);
    assertThat(subSpan.tail()).isTrue();
    assertThat(subSpan.explained()).isGreaterThan(endpoint.explained());
    assertThat(subSpan.times().all().percentiles().p99().orElseThrow().value())
        .isGreaterThan(300_000_000L);
    assertThat(subSpan.exemplar()).isPresent();
    assertThat(subSpan.part().orElseThrow().aggregate().orElseThrow().requests())
        .isPositive()
        .isLessThan(REQUESTS / 10);
  }

  /** Two calls of a run in parallel to the longer b. They work more, but requests wait for b. */
  @Test
  void workThatNoRequestWaitsForRanksBySelfTimeOnly() {
    Diagnosis diagnosis =
        diagnose(
            100,
            request ->
                TraceSpec.trace(request + 1L)
                    .root("web", 0, 60)
                    .as("web")
                    .child("web", "b", 5, 55)
                    .child("web", "a", 6, 46)
                    .child("web", "a", 7, 47));
    assertThat(diagnosis.requests()).isEqualTo(100);
    assertThat(diagnosis.bySelfTime())
        .extracting(Finding::operation)
        .containsExactly(op("a"), op("b"), op("web"));
    assertThat(diagnosis.bySelfTime().get(0).explained()).isZero();
    assertThat(diagnosis.byCriticalPath())
        .extracting(Finding::operation)
        .containsExactly(op("b"), op("web"));
    assertThat(diagnosis.byCriticalPath())
        .extracting(Finding::explained)
        .containsExactly(50 / 60.0, 10 / 60.0);
    diagnosis.byCriticalPath().stream()
        .flatMap(DiagnosisTest::withBelow)
        .filter(finding -> finding.operation().equals(op("b")))
        .forEach(finding -> assertThat(finding.explained()).isEqualTo(50 / 60.0));
  }

  /** Twelve calls in any order: nearly every request has an order of its own. */
  @Test
  void layerThreeServesWhereLayerFourScatters() {
    Random random = new Random(1);
    Diagnosis diagnosis =
        diagnose(
            3_000,
            request -> {
              TraceSpec spec = TraceSpec.trace(request + 1L).root("web", 0, 1_000_000).as("web");
              for (int child = 0; child < 12; child++) {
                long start = random.nextInt(900_000);
                spec.child("web", "c" + child, start, start + 1 + random.nextInt(90_000));
              }
              return spec;
            });
    Finding endpoint = diagnosis.bySelfTime().get(0).below().get(0);
    assertThat(endpoint.unnamed()).isZero();
    Finding span = endpoint.below().get(0);
    assertThat(span.coverage()).isEqualTo(1);
    assertThat(span.times().all().count()).isEqualTo(3_000);
    assertThat(span.below()).allMatch(order -> order.coverage() < 0.01);
  }

  @Test
  void wholeDurationsAccompanyTheirParts() {
    Finding first = diagnose(new Delay("user-timeline-read", 2, 40, 1)).bySelfTime().get(0);
    assertThat(first.kind().whole()).isEqualTo(Kind.OPERATION);
    Finding span = first.below().get(0).below().get(0);
    assertThat(span.kind()).isEqualTo(Kind.CHILD_DIFF);
    assertThat(span.kind().whole()).isEqualTo(Kind.SPAN);
    withBelow(first)
        .forEach(
            finding -> {
              assertThat(finding.whole().all().count()).isEqualTo(finding.times().all().count());
              assertThat(finding.whole().all().mean().value())
                  .isGreaterThan(finding.times().all().mean().value());
            });
  }

  @ParameterizedTest
  @EnumSource
  void aKnownFindingThatIsSetAsideMakesWayForTheNext(Ranking ranking) {
    SocialNetwork network = SocialNetwork.play(REQUESTS, new Delay("media", 0, 40, 1), 7);
    List<Finding> all = network.diagnose(4, List.of()).by(ranking);
    assertThat(all.get(0).operation()).isEqualTo(op("media"));
    List<Finding> others =
        network.diagnose(3, List.of(new EndpointPattern("media", "op"))).by(ranking);
    assertThat(others)
        .extracting(Finding::operation)
        .containsExactlyElementsOf(all.subList(1, 4).stream().map(Finding::operation).toList());
    assertThat(others.stream().flatMap(DiagnosisTest::withBelow))
        .noneMatch(finding -> finding.operation().equals(op("media")));
    assertThat(others)
        .allSatisfy(next -> assertThat(FindingSamples.firstSubSpan(next)).isPresent());
  }

  /** A request makes four to six calls of item, and a call of cart before them, or after them. */
  @ParameterizedTest
  @EnumSource
  void equalPartsOfSeveralStructuresAreOneFinding(Ranking ranking) {
    Diagnosis diagnosis =
        diagnose(
            300,
            request -> {
              TraceSpec spec = TraceSpec.trace(request + 1L).root("web", 0, 2_000).as("web");
              for (int call = 0; call < 4; call++) {
                spec.child("web", "item", 200 + 100 * call, 290 + 100 * call);
              }
              for (int call = 0; call <= request % 3; call++) {
                spec.child("web", "cart" + call, 1_500 + 100 * call, 1_590 + 100 * call);
              }
              return spec;
            });
    Finding part =
        diagnosis.by(ranking).stream()
            .filter(finding -> finding.operation().equals(op("web")))
            .findFirst()
            .orElseThrow()
            .below()
            .get(0)
            .below()
            .get(0);
    assertThat(part.part().orElseThrow().before()).contains(new Call(op("cart0"), 1, 1));
    assertThat(part.part().orElseThrow().groups()).isEqualTo(3);
    assertThat(part.coverage()).isEqualTo(1);
    assertThat(part.times().all().count()).isEqualTo(300);
    assertThat(part.below()).hasSize(3);
    assertThat(part.below()).extracting(Finding::coverage).containsOnly(1 / 3.0);
  }

  @Test
  void aRequestOfWhichOnlyThePathWasKeptCountsInTypesAndDurationsOnly() {
    List<KeptRequest> requests =
        kept(10, request -> TraceSpec.trace(request + 1L).root("web", 0, 1_000));
    List<KeptRequest> some = new ArrayList<>(requests);
    some.set(0, KeptTraces.pathOnly(requests.get(0)));
    Diagnosis diagnosis = Diagnosis.of(some, DiagnosisParameters.standard(REPLAY));
    assertThat(diagnosis.requests()).isEqualTo(10);
    Finding operation = diagnosis.bySelfTime().get(0);
    assertThat(operation.times().all().count()).isEqualTo(9);
    assertThat(operation.explained()).isEqualTo(0.9);
    assertThat(operation.below().get(0).unnamed()).isEqualTo(0.1);
  }

  @Test
  void requestsOfASampleCountByTheirWeightAndFiguresHaveAnError() {
    List<KeptRequest> requests =
        kept(150, request -> TraceSpec.trace(request + 1L).root("web", 0, 600 + request));
    List<KeptRequest> sample =
        requests.stream().map(request -> KeptTraces.weighing(request, 10)).toList();
    Diagnosis diagnosis = Diagnosis.of(sample, DiagnosisParameters.standard(REPLAY));
    assertThat(diagnosis.exact()).isFalse();
    assertThat(diagnosis.requests()).isEqualTo(1_500);
    assertThat(diagnosis.kept()).isEqualTo(150);
    Distribution all = diagnosis.bySelfTime().get(0).times().all();
    assertThat(all.count()).isEqualTo(1_500);
    assertThat(all.kept()).isEqualTo(150);
    assertThat(all.mean().error()).isPositive();
    assertThat(all.percentiles().p50().orElseThrow().error()).isPositive();
    Distribution tail = diagnosis.bySelfTime().get(0).times().tail();
    assertThat(tail.kept()).isEqualTo(15);
    assertThat(tail.percentiles().p50()).as("fewer than 20 requests").isEmpty();
    Percentiles normal = diagnosis.bySelfTime().get(0).times().normal().percentiles();
    assertThat(normal.p95()).isPresent();
    assertThat(normal.p99()).as("fewer than 5 reach it").isEmpty();
  }

  @Test
  void incompleteRequestsAndPartsOfOthersDoNotCount() {
    TraceSpec orphan = TraceSpec.trace(1).root("web", 0, 100).orphan("lost", 10, 20);
    Diagnosis diagnosis =
        Diagnosis.of(List.of(KeptTraces.of(orphan)), DiagnosisParameters.standard(REPLAY));
    assertThat(diagnosis.requests()).isZero();
    assertThat(diagnosis.bySelfTime()).isEmpty();
  }
}
