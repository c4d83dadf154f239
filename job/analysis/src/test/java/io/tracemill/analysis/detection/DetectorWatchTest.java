package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.Watch.Reason;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far silence about an endpoint means health. */
class DetectorWatchTest {
  private static final Place TO_BANK = Chains.edge("payment", "bank");

  private final Chains chains = new Chains(5);
  private final Frame checkout = chains.endpoint("checkout", 30, "front", "payment", "bank");
  private final Run run = new Run(chains);

  private Watch watch() {
    return run.watch(checkout);
  }

  @Test
  void aNewEndpointIsLearnedUntilItIsWatched() {
    run.minutes(0.5);
    assertThat(watch().state()).isEqualTo(WatchState.LEARNING);
    assertThat(watch().reason()).contains(Reason.NEW);
    long until = watch().untilMillis().orElseThrow();

    while (run.now() < until - Run.PANE) {
      run.minutes(0.5);
      assertThat(watch().state()).isEqualTo(WatchState.LEARNING);
    }
    run.minutes(1);
    assertThat(watch().state()).isEqualTo(WatchState.WATCHING);
    assertThat(watch().reason()).isEmpty();
  }

  @Test
  void tooFewRequestsMakeItBlind() {
    run.minutes(20);
    chains.remove(checkout);
    run.minutes(15);
    chains.endpoint("checkout", 3, "front", "payment", "bank");
    run.minutes(0.5);

    assertThat(watch().state()).isEqualTo(WatchState.BLIND);
    assertThat(watch().reason()).contains(Reason.FEW_REQUESTS);
  }

  @Test
  void moreThanATenthOfIncompleteTracesMakeItBlind() {
    run.minutes(20);
    chains.evidence(new Evidence(1000, 33, 3, 0));
    assertThat(run.minutes(6).watch(checkout).state()).isEqualTo(WatchState.WATCHING);

    chains.evidence(new Evidence(1000, 34, 4, 0));
    assertThat(run.minutes(6).watch(checkout).reason()).contains(Reason.INCOMPLETE);
    assertThat(watch().state()).isEqualTo(WatchState.BLIND);
  }

  @Test
  void moreThanAHundredthOfLateSpansMakeItBlind() {
    run.minutes(20);
    chains.evidence(new Evidence(1000, 30, 0, 10));
    assertThat(run.minutes(6).watch(checkout).state()).isEqualTo(WatchState.WATCHING);

    chains.evidence(new Evidence(1000, 30, 0, 11));
    assertThat(run.minutes(6).watch(checkout).reason()).contains(Reason.LATE);
    assertThat(watch().state()).isEqualTo(WatchState.BLIND);
  }

  @Test
  void nothingIsFoundWhereTracesAreIncomplete() {
    run.minutes(20);
    chains.evidence(new Evidence(1000, 50, 20, 0));
    run.minutes(1);
    chains.slower(TO_BANK, 10);

    assertThat(run.minutes(20).incidents()).isEmpty();
  }

  @Test
  void theRestOfEndpointsIsNotWatched() {
    PaneCounts other =
        new PaneBuilder(DetectionRules.standard().scale(), PathStep.OTHER.frame())
            .times(Place.Request.WHOLE, 30, request -> 20.0)
            .build(0);

    assertThat(new Detector(DetectionRules.standard()).judge(Run.PANE, List.of(other)).endpoints())
        .isEmpty();
  }
}
