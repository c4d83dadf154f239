package io.tracemill.pipeline.endpoint;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.endpoint.EndpointHarness.FRONT;
import static io.tracemill.pipeline.endpoint.EndpointHarness.LIMITS;
import static io.tracemill.pipeline.endpoint.EndpointHarness.MAX_IDLE;
import static io.tracemill.pipeline.endpoint.EndpointHarness.MINUTE;
import static io.tracemill.pipeline.endpoint.EndpointHarness.part;
import static io.tracemill.pipeline.endpoint.EndpointHarness.restored;
import static io.tracemill.pipeline.endpoint.EndpointHarness.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.count.EndpointPart;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Windows of three minutes, every minute; times are minutes. */
class EndpointFunctionTest {
  private static List<Tuple> windows(List<EndpointProfile> profiles) {
    return profiles.stream()
        .map(
            profile ->
                Tuple.tuple(
                    profile.window().startMillis() / MINUTE,
                    profile.window().endMillis() / MINUTE,
                    profile.traceCount()))
        .toList();
  }

  @Test
  void aProfileLeavesAtEverySlideWhoseWindowHoldsARequest() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(11, 2));
      harness.watermark(Long.MAX_VALUE);
      assertThat(windows(harness.extractOutputValues()))
          .containsExactly(
              Tuple.tuple(8L, 11L, 1L),
              Tuple.tuple(9L, 12L, 3L),
              Tuple.tuple(10L, 13L, 3L),
              Tuple.tuple(11L, 14L, 2L));
    }
  }

  @Test
  void aProfileLeavesWhenTheWatermarkReachesTheEndOfItsWindow() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.watermark(11 * MINUTE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.watermark(11 * MINUTE);
      assertThat(harness.extractOutputStreamRecords())
          .singleElement()
          .satisfies(out -> assertThat(out.getTimestamp()).isEqualTo(11 * MINUTE));
    }
  }

  @Test
  void partsOfOnePaneAddUp() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(10, 2));
      harness.watermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 3L));
    }
  }

  @Test
  void thePanesAndTheSlidesThatAreOverLeaveOnce() throws Exception {
    try (var harness = started()) {
      harness.feed(part(11, 1));
      harness.feed(part(11, 1));
      harness.feed(part(12, 3));
      harness.watermark(Long.MAX_VALUE);
      assertThat(harness.side(EndpointFunction.PANES))
          .extracting(
              EndpointWindow::startMillis,
              EndpointWindow::endMillis,
              pane -> pane.requests().count())
          .containsExactly(
              Tuple.tuple(11 * MINUTE, 11 * MINUTE + MINUTE / 2, 2L),
              Tuple.tuple(12 * MINUTE, 12 * MINUTE + MINUTE / 2, 3L));
      assertThat(harness.side(EndpointFunction.SLIDES))
          .extracting(
              slide -> slide.window().endMillis() / MINUTE,
              EndpointSlide::alone,
              slide -> slide.sums().requests().count())
          .containsExactly(
              Tuple.tuple(12L, true, 2L),
              Tuple.tuple(13L, false, 5L),
              Tuple.tuple(14L, false, 5L),
              Tuple.tuple(15L, true, 3L));
    }
  }

  @Test
  void exemplarsOfAProfileAreRowsOfItsWindow() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(11, 1));
      harness.watermark(Long.MAX_VALUE);
      List<String> first = List.of(id(10_001));
      List<String> both = List.of(id(10_001), id(11_001));
      assertThat(harness.extractOutputValues())
          .extracting(
              profile ->
                  profile.exemplars().stream()
                      .map(EndpointProfile.Exemplar::traceId)
                      .sorted()
                      .toList())
          .containsExactly(first, both, both, List.of(id(11_001)));
    }
  }

  private static String id(long trace) {
    return trace(trace).traceId().toString();
  }

  @Test
  void endpointsWithoutTrafficAreRememberedWhereThereAreFew() throws Exception {
    try (var harness = started()) {
      feedOnce(harness, MAX_IDLE);
      harness.watermark(20 * MINUTE);
      assertThat(harness.endpoints()).isEqualTo(MAX_IDLE);
      harness.watermark(200 * MINUTE);
      assertThat(harness.endpoints()).isZero();
    }
  }

  @Test
  void endpointsWithoutTrafficAreForgottenWhereThereAreMany() throws Exception {
    try (var harness = started()) {
      feedOnce(harness, 5 * MAX_IDLE);
      harness.watermark(12 * MINUTE);
      assertThat(harness.endpoints()).as("their windows go on").isEqualTo(5 * MAX_IDLE);
      harness.watermark(20 * MINUTE);
      assertThat(harness.endpoints()).isEqualTo(MAX_IDLE);
    }
  }

  @Test
  void rowsAheadOfTheirSumsStayWhenTheEndpointIsForgotten() throws Exception {
    EndpointPart later = part(20, 1);
    try (var harness = started()) {
      feedOnce(harness, 2 * MAX_IDLE);
      harness.feed(part(10, 1));
      harness.feed(EndpointPart.of(FRONT, later.paneMillis(), later.rows()));
      harness.watermark(19 * MINUTE);
      harness.feed(EndpointPart.of(FRONT, later.paneMillis(), later.sums().orElseThrow()));
      harness.getOutput().clear();
      harness.watermark(21 * MINUTE);
      assertThat(harness.extractOutputValues())
          .singleElement()
          .extracting(EndpointProfile::exemplars, LIST)
          .hasSize(1);
    }
  }

  private static void feedOnce(EndpointHarness harness, int endpoints) throws Exception {
    for (int i = 0; i < endpoints; i++) {
      harness.feed(part(Frame.of("service" + i, "op"), 10, 1));
    }
  }

  @Test
  void endpointsDoNotMix() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(Frame.of("cart", "op"), 10, 5));
      harness.watermark(11 * MINUTE);
      assertThat(harness.extractOutputValues())
          .extracting(profile -> profile.endpoint().service(), EndpointProfile::traceCount)
          .containsExactlyInAnyOrder(Tuple.tuple("front", 1L), Tuple.tuple("cart", 5L));
    }
  }

  @Test
  void aWindowOfNothingButIncompleteRequestsHasNoProfile() throws Exception {
    EndpointSums incomplete = new EndpointSums(LIMITS);
    incomplete.countIncomplete(AnalysedRequests.entry(trace(1).root("front", 0, 100)));
    try (var harness = started()) {
      harness.feed(EndpointPart.of(FRONT, 0, incomplete));
      harness.watermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues()).isEmpty();
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void nothingStaysInStateWhenAnEndpointWasIdleForItsHistory() throws Exception {
    long forgotten = 12 * MINUTE + (RequestHistory.PANES + 1) * MINUTE / 2;
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(12, 1));
      harness.watermark(forgotten - 1);
      assertThat(harness.numKeyedStateEntries()).isPositive();
      harness.watermark(forgotten);
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void whatComesAfterItsPaneIsDropped() throws Exception {
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.watermark(11 * MINUTE);
      harness.feed(part(10, 5));
      harness.watermark(12 * MINUTE);
      assertThat(windows(harness.extractOutputValues()))
          .containsExactly(Tuple.tuple(8L, 11L, 1L), Tuple.tuple(9L, 12L, 1L));
    }
  }

  @Test
  void withAnotherSlideItStartsAnew() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.watermark(11 * MINUTE);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(new HashMapStateBackend(), state, MINUTE / 2)) {
      harness.feed(part(11, 4));
      harness.watermark(11 * MINUTE + MINUTE / 2);
      assertThat(harness.extractOutputValues()).extracting("traceCount").containsExactly(4L);
      harness.watermark(Long.MAX_VALUE);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void noTimerFiresInAGapHoweverLong() throws Exception {
    long centuries = 200L * 366 * 24 * 60;
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(centuries, 1));
      harness.watermark(30 * MINUTE);
      assertThat(harness.numEventTimeTimers()).as("one to forget, one to slide").isEqualTo(2);
      harness.watermark(Long.MAX_VALUE);
      assertThat(windows(harness.extractOutputValues())).hasSize(6);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void aWindowGoesOnWhereTheSnapshotWasTaken() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feed(part(10, 1));
      harness.feed(part(11, 2));
      harness.watermark(11 * MINUTE);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state)) {
      harness.feed(part(11, 4));
      harness.watermark(Long.MAX_VALUE);
      assertThat(windows(harness.extractOutputValues()))
          .containsExactly(
              Tuple.tuple(9L, 12L, 7L), Tuple.tuple(10L, 13L, 7L), Tuple.tuple(11L, 14L, 6L));
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void whatComesWhileASnapshotIsWrittenIsNotInIt() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      harness.feed(part(10, 1));
      OperatorSnapshotFutures running =
          harness
              .getOperator()
              .snapshotState(
                  1,
                  1,
                  CheckpointOptions.forCheckpointWithDefaultLocation(),
                  new MemCheckpointStreamFactory(1 << 20));
      harness.feed(part(10, 8));
      state = OperatorSnapshotFinalizer.create(running).getJobManagerOwnedState();
      harness.watermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 9L));
    }
    try (var harness = restored(state)) {
      harness.watermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 1L));
    }
  }
}
