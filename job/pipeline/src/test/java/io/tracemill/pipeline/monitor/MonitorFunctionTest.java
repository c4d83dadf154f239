package io.tracemill.pipeline.monitor;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Windows of three minutes, every minute; times are minutes. */
class MonitorFunctionTest {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);
  private static final long MINUTE = 60_000;
  private static final Frame FRONT = Frame.of("front", "op");

  private static KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile>
      harness() throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new KeyedProcessOperator<>(new MonitorFunction(LIMITS, 3 * MINUTE, MINUTE))),
            ProfileDelta::endpoint,
            FrameCodec.TYPE,
            128,
            1,
            0);
    harness.setup(
        new InChainTypeInfo<>(EndpointProfile.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private static KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile>
      started() throws Exception {
    var harness = harness();
    harness.open();
    return harness;
  }

  private static KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile>
      restored(OperatorSubtaskState state) throws Exception {
    var harness = harness();
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  /** What came of an endpoint in the pane that starts at {@code minute}. */
  private static ProfileDelta delta(Frame endpoint, long minute, int requests) {
    EndpointAccumulator accumulator = new EndpointAccumulator(LIMITS);
    for (int i = 1; i <= requests; i++) {
      accumulator.add(
          AnalysedRequests.entry(trace(1000 * minute + i).root(endpoint.service(), 0, 100L * i)));
    }
    return new ProfileDelta(endpoint, minute * MINUTE, accumulator);
  }

  private static ProfileDelta delta(long minute, int requests) {
    return delta(FRONT, minute, requests);
  }

  private static List<Tuple> windows(List<EndpointProfile> profiles) {
    return profiles.stream()
        .map(
            profile ->
                Tuple.tuple(
                    profile.startMillis() / MINUTE,
                    profile.endMillis() / MINUTE,
                    profile.traceCount()))
        .toList();
  }

  private static void feed(
      KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile> harness,
      ProfileDelta delta)
      throws Exception {
    harness.processElement(delta, delta.paneMillis());
  }

  @Test
  void aProfileLeavesAtEverySlideWhoseWindowHoldsARequest() throws Exception {
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(11, 2));
      harness.processWatermark(Long.MAX_VALUE);
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
      feed(harness, delta(10, 1));
      harness.processWatermark(11 * MINUTE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark(11 * MINUTE);
      assertThat(harness.extractOutputStreamRecords())
          .singleElement()
          .satisfies(out -> assertThat(out.getTimestamp()).isEqualTo(11 * MINUTE));
    }
  }

  @Test
  void deltasOfOnePaneAddUp() throws Exception {
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(10, 2));
      harness.processWatermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 3L));
    }
  }

  @Test
  void endpointsDoNotMix() throws Exception {
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(Frame.of("cart", "op"), 10, 5));
      harness.processWatermark(11 * MINUTE);
      assertThat(harness.extractOutputValues())
          .extracting(profile -> profile.endpoint().service(), EndpointProfile::traceCount)
          .containsExactlyInAnyOrder(Tuple.tuple("front", 1L), Tuple.tuple("cart", 5L));
    }
  }

  @Test
  void aWindowOfNothingButIncompleteRequestsHasNoProfile() throws Exception {
    EndpointAccumulator incomplete = new EndpointAccumulator(LIMITS);
    incomplete.countIncomplete(AnalysedRequests.entry(trace(1).root("front", 0, 100)));
    try (var harness = started()) {
      feed(harness, new ProfileDelta(FRONT, 0, incomplete));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues()).isEmpty();
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void nothingStaysInStateWhenTheLastWindowIsOver() throws Exception {
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(12, 1));
      harness.processWatermark(15 * MINUTE - 1);
      assertThat(harness.numKeyedStateEntries()).isPositive();
      harness.processWatermark(15 * MINUTE);
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void noTimerFiresInAGapHoweverLong() throws Exception {
    long centuries = 200L * 366 * 24 * 60;
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(centuries, 1));
      harness.processWatermark(13 * MINUTE);
      assertThat(harness.numEventTimeTimers()).isEqualTo(1);
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(windows(harness.extractOutputValues())).hasSize(6);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void aWindowGoesOnWhereTheSnapshotWasTaken() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      feed(harness, delta(10, 1));
      feed(harness, delta(11, 2));
      harness.processWatermark(11 * MINUTE);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state)) {
      feed(harness, delta(11, 4));
      harness.processWatermark(Long.MAX_VALUE);
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
      feed(harness, delta(10, 1));
      OperatorSnapshotFutures running =
          harness
              .getOperator()
              .snapshotState(
                  1,
                  1,
                  CheckpointOptions.forCheckpointWithDefaultLocation(),
                  new MemCheckpointStreamFactory(1 << 20));
      feed(harness, delta(10, 8));
      state = OperatorSnapshotFinalizer.create(running).getJobManagerOwnedState();
      harness.processWatermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 9L));
    }
    try (var harness = restored(state)) {
      harness.processWatermark(11 * MINUTE);
      assertThat(windows(harness.extractOutputValues())).containsExactly(Tuple.tuple(8L, 11L, 1L));
    }
  }
}
