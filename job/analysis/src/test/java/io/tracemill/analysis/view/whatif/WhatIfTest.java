package io.tracemill.analysis.view.whatif;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.Kept;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WhatIfTest {
  private static final Place A = new Place.Operation(Frame.of("a", "op"));
  private static final Place ROOT = new Place.Operation(Frame.of("root", "op"));

  private static WhatIf of(TraceSpec spec) {
    return new WhatIf(List.of(Kept.of(spec)), Kept.RULES);
  }

  @Test
  void aFasterCallInSequenceSavesAllOfItsTime() {
    WhatIf whatIf =
        of(trace().root("root", 0, 100).child("root", "a", 10, 50).child("root", "b", 50, 90));

    assertThat(whatIf.of(Intervention.faster(A, 0.5)).saved().mean().value()).isEqualTo(20);
  }

  @Test
  void aFasterCallSavesNoMoreThanUntilItsSiblingIsCritical() {
    WhatIf whatIf =
        of(trace().root("root", 0, 100).child("root", "a", 10, 80).child("root", "b", 10, 70));

    WhatIf.Outcome outcome = whatIf.of(Intervention.faster(A, 0.5));

    assertThat(outcome.saved().mean().value()).isEqualTo(10);
    assertThat(outcome.criticalThen()).contains(new Place.Operation(Frame.of("b", "op")));
    assertThat(outcome.criticalThenNanos()).isEqualTo(60);
  }

  @Test
  void aSpanThatEndsWithTheCallBesideItWaitsForTheCall() {
    TraceSpec spec =
        trace()
            .root("root", 0, 10_000_000)
            .child("root", "filter", 1_000_000, 9_000_000)
            .kind(SpanKind.INTERNAL)
            .child("root", "client", 2_000_000, 9_100_000)
            .child("client", "a", 3_000_000, 9_000_000);

    WhatIf whatIf = new WhatIf(List.of(Kept.of(spec)), Kept.rules(1_000_000));

    assertThat(whatIf.before().mean().value()).isEqualTo(10_000_000);
    assertThat(whatIf.of(Intervention.faster(A, 0.5)).saved().mean().value()).isEqualTo(3_000_000);
  }

  @Test
  void aSpanThatEndsBeforeTheCallBesideItIsWorkOfItsOwn() {
    TraceSpec spec =
        trace()
            .root("root", 0, 10_000_000)
            .child("root", "filter", 1_000_000, 7_000_000)
            .kind(SpanKind.INTERNAL)
            .child("root", "client", 2_000_000, 9_100_000)
            .child("client", "a", 3_000_000, 9_000_000);

    WhatIf whatIf = new WhatIf(List.of(Kept.of(spec)), Kept.rules(1_000_000));

    assertThat(whatIf.of(Intervention.faster(A, 0.5)).saved().mean().value()).isEqualTo(2_100_000);
  }

  @Test
  void thePlaceThatSavesMostAtTheMeanIsFirst() {
    WhatIf whatIf =
        of(trace().root("root", 0, 100).child("root", "a", 10, 50).child("root", "b", 50, 99));

    assertThat(
            whatIf.ranked(
                whatIf.mostCritical(3).stream()
                    .map(each -> Intervention.faster(each, 0.1))
                    .toList()))
        .extracting(outcome -> outcome.saved().mean().value())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void aCallOffThePathSavesNothing() {
    WhatIf whatIf =
        of(trace().root("root", 0, 100).child("root", "a", 10, 50).child("root", "b", 10, 70));

    assertThat(whatIf.of(Intervention.faster(A, 0.5)).saved().mean().value()).isZero();
    assertThat(whatIf.of(Intervention.slower(A, 30)).saved().mean().value()).isEqualTo(-10);
  }

  @Test
  void whatWaitsForTwoCallsWaitsForTheSlowerOne() {
    WhatIf whatIf =
        of(
            trace()
                .root("root", 0, 100)
                .child("root", "a", 0, 40)
                .child("root", "b", 0, 30)
                .child("root", "c", 45, 100));

    assertThat(whatIf.of(Intervention.faster(A, 1)).saved().mean().value()).isEqualTo(10);
  }

  @Test
  void aFasterParentHasShorterGapsBetweenItsCalls() {
    WhatIf whatIf =
        of(
            trace()
                .root("root", 0, 100)
                .kind(SpanKind.SERVER)
                .child("root", "a", 20, 50)
                .child("root", "b", 60, 80));

    assertThat(whatIf.of(Intervention.faster(ROOT, 0.5)).saved().mean().value()).isEqualTo(25);
  }

  @Test
  void whatNobodyWaitsForChangesNothing() {
    WhatIf whatIf = of(trace().root("root", 0, 100).child("root", "a", 10, 90).async());

    assertThat(whatIf.of(Intervention.slower(A, 500)).saved().mean().value()).isZero();
  }

  @Test
  void dragEndsWhereTheSiblingBecomesCriticalAndSlackWhereItDoes() {
    WhatIf whatIf =
        of(
            trace()
                .root("root", 0, 100)
                .child("root", "a", 10, 80)
                .child("root", "b", 10, 65)
                .child("b", "d", 20, 30));

    assertThat(margin(whatIf, "a").drag().value()).isEqualTo(15);
    assertThat(margin(whatIf, "b").slackNanos()).isEqualTo(15);
    assertThat(margin(whatIf, "d").slackNanos()).isEqualTo(15);
    assertThat(margin(whatIf, "d").onPath()).isZero();
  }

  @Test
  void slackIsWhatALaterCallLeaves() {
    WhatIf whatIf =
        of(
            trace()
                .root("root", 0, 100)
                .child("root", "a", 0, 40)
                .child("root", "b", 0, 30)
                .child("root", "c", 45, 100));

    assertThat(margin(whatIf, "b").slackNanos()).isEqualTo(10);
  }

  @Test
  void growingByTheSlackChangesNothingAndByMoreDoes() {
    Random random = new Random(3);
    SyntheticSystem system = new SyntheticSystem(5, 0);
    for (long number = 0; number < 40; number++) {
      WhatIf whatIf = new WhatIf(List.of(system.kept(number)), Kept.RULES);
      Place.Operation place = (Place.Operation) operations(system).get(random.nextInt(6));
      WhatIf.Margin margin = margin(whatIf, place);
      if (margin.offPath() > 0) {
        long slack = margin.slackNanos();
        assertThat(whatIf.of(Intervention.slower(place, slack)).saved().mean().value()).isZero();
        assertThat(whatIf.of(Intervention.slower(place, slack + 9)).saved().mean().value())
            .isEqualTo(-9);
      }
    }
  }

  private static WhatIf.Margin margin(WhatIf whatIf, String service) {
    return margin(whatIf, new Place.Operation(Frame.of(service, "op")));
  }

  private static WhatIf.Margin margin(WhatIf whatIf, Place.Operation place) {
    return Optional.ofNullable(whatIf.margins(List.of(place)).get(place)).orElseThrow();
  }

  private static List<Place> operations(SyntheticSystem system) {
    return system.places().stream().filter(Place.Operation.class::isInstance).toList();
  }

  @Test
  void predictionsAgreeWithTheSystemThatWasChanged() {
    assertThat(predict(1_000, 50, 0).within5Percent()).isGreaterThanOrEqualTo(48);
  }

  @Test
  @Tag("slow")
  void predictionsOfManyRequestsAgreeWithTheSystemThatWasChanged() {
    Agreement all = predict(4_000, 100, 0);

    System.out.printf("what-if: every request kept: %s%n", all);
    assertThat(all.within5Percent()).isGreaterThanOrEqualTo(95);
  }

  @Test
  @Tag("slow")
  void aSampleCostsAccuracy() {
    System.out.printf("what-if: a sample, stratified: %s%n", predictFromSample(4_000, 100));
  }

  private static Agreement predictFromSample(int requests, int interventions) {
    SyntheticSystem system = new SyntheticSystem(11, 0);
    List<KeptRequest> kept = Kept.sample(requests(system, requests), 5);
    return agreement(system, new WhatIf(kept, Kept.RULES), requests, interventions);
  }

  @Test
  @Tag("slow")
  void dependenciesThatSpansDoNotShowCostAccuracy() {
    System.out.printf("what-if: 3 of 10 calls wait unseen: %s%n", predict(2_000, 100, 0.3));
  }

  /** How many of the predictions are within 5 % at both percentiles, and the largest error. */
  private record Agreement(int within5Percent, int of, double largestError) {}

  private static Agreement predict(int requests, int interventions, double hidden) {
    SyntheticSystem system = new SyntheticSystem(11, hidden);
    WhatIf whatIf = new WhatIf(requests(system, requests), Kept.RULES);
    return agreement(system, whatIf, requests, interventions);
  }

  private static List<KeptRequest> requests(SyntheticSystem system, int count) {
    List<KeptRequest> requests = new ArrayList<>();
    for (long number = 0; number < count; number++) {
      requests.add(system.kept(number));
    }
    return requests;
  }

  private static Agreement agreement(
      SyntheticSystem system, WhatIf whatIf, int requests, int interventions) {
    Random random = new Random(17);
    int p50 = (int) Math.ceil(0.50 * requests) - 1;
    int p99 = (int) Math.ceil(0.99 * requests) - 1;
    long[] before = durations(system, requests, SyntheticSystem.none());
    int agree = 0;
    double largest = 0;
    for (int i = 0; i < interventions; i++) {
      Place place = system.places().get(random.nextInt(system.places().size()));
      Intervention change =
          i % 2 == 0
              ? Intervention.faster(place, 0.05 + 0.95 * random.nextDouble())
              : Intervention.slower(place, 1_000_000L * (1 + random.nextInt(20)));
      Latency.Saving saved = whatIf.of(change).saved();
      long[] truth = durations(system, requests, change);
      double error =
          Math.max(
              error(before[p50] - saved.p50Nanos().orElseThrow(), truth[p50]),
              error(before[p99] - saved.p99Nanos().orElseThrow(), truth[p99]));
      largest = Math.max(largest, error);
      agree += error <= 0.05 ? 1 : 0;
    }
    return new Agreement(agree, interventions, largest);
  }

  private static long[] durations(SyntheticSystem system, int requests, Intervention change) {
    return LongStream.range(0, requests).map(n -> system.duration(n, change)).sorted().toArray();
  }

  private static double error(long predicted, long truth) {
    return Math.abs(predicted - truth) / (double) truth;
  }

  @Test
  void theModelSpendsEveryNanosecondOfARequest() {
    SyntheticSystem system = new SyntheticSystem(11, 0);
    for (long number = 0; number < 200; number++) {
      PlaceNumbers places = new PlaceNumbers();
      RequestModel model =
          new RequestModel(
              new RequestGraph(new RequestReplay(Kept.RULES).load(system.kept(number)), 0, places));
      double[] critical = new double[places.size()];
      long duration = model.replay(Change.NONE);
      model.addCritical(Change.NONE, 1, critical);
      assertThat(duration).isEqualTo(system.duration(number, SyntheticSystem.none()));
      assertThat(LongStream.range(0, critical.length).mapToDouble(i -> critical[(int) i]).sum())
          .isEqualTo((double) duration, within(1e-3));
    }
  }
}
