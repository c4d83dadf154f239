package io.tracemill.pipeline.decode;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.source.EncodedRecord;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * Two subtasks, of which only the first has read anything when the checkpoint is taken: the second
 * has no partition, or has not fetched its first record yet.
 */
class RestoredTimeTest {
  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead", new InChainTypeInfo<>(DeadLetter.class));
  private static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("quality", SmileCodec.typeOf(QualityDelta.class));
  private static final int SUBTASKS = 2;
  private static final long FLUSH_AFTER = 30_000;

  private static OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> harness(int subtask)
      throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<EncodedRecord, Fragment>(
            SimpleOperatorFactory.of(
                new DecodeOperator(
                    new SpanRules(3_600_000, Set.of(), List.of()),
                    1000,
                    false,
                    60_000,
                    (topic, record) -> {
                      throw new IllegalStateException(topic);
                    },
                    DEAD_LETTERS,
                    QUALITY)),
            128,
            SUBTASKS,
            subtask);
    harness.setup(new CodecSerializer<>(new FragmentCodec()));
    return harness;
  }

  private static OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> restored(
      OperatorSubtaskState checkpoint, int subtask) throws Exception {
    var harness = harness(subtask);
    harness.initializeState(
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            checkpoint, 128, SUBTASKS, SUBTASKS, subtask));
    harness.open();
    return harness;
  }

  private static OperatorSubtaskState checkpoint(WatermarkStatus first) throws Exception {
    try (var reading = harness(0);
        var waiting = harness(1)) {
      reading.open();
      reading.processWatermark(new Watermark(ORIGIN_MILLIS));
      reading.processWatermarkStatus(first);
      waiting.open();
      return AbstractStreamOperatorTestHarness.repackageState(
          reading.snapshot(1, 1), waiting.snapshot(1, 1));
    }
  }

  /** The next checkpoint of a job that has read nothing since it was restored. */
  private static OperatorSubtaskState again(OperatorSubtaskState checkpoint) throws Exception {
    try (var first = restored(checkpoint, 0);
        var second = restored(checkpoint, 1)) {
      second.processWatermarkStatus(WatermarkStatus.IDLE);
      return AbstractStreamOperatorTestHarness.repackageState(
          first.snapshot(2, 2), second.snapshot(2, 2));
    }
  }

  private static void assertFlushGoesOnFromTheOrigin(OperatorSubtaskState checkpoint)
      throws Exception {
    for (int subtask = 0; subtask < SUBTASKS; subtask++) {
      try (var harness = restored(checkpoint, subtask)) {
        harness.processWatermark(new Watermark(Long.MIN_VALUE + FLUSH_AFTER));
        assertThat(harness.getOutput()).containsExactly(new Watermark(ORIGIN_MILLIS + FLUSH_AFTER));
      }
    }
  }

  @Test
  void theIdleFlushGoesOnFromTheSubtaskThatKnowsTheTime() throws Exception {
    assertFlushGoesOnFromTheOrigin(checkpoint(WatermarkStatus.ACTIVE));
    assertFlushGoesOnFromTheOrigin(checkpoint(WatermarkStatus.IDLE));
  }

  @Test
  void theTimeOutlivesFurtherRestarts() throws Exception {
    assertFlushGoesOnFromTheOrigin(again(again(checkpoint(WatermarkStatus.ACTIVE))));
    assertFlushGoesOnFromTheOrigin(again(again(checkpoint(WatermarkStatus.IDLE))));
  }

  /** Nobody behind has seen the time of the first: the second held it back. */
  @Test
  void recordsOfTheOtherSubtaskAreInTime() throws Exception {
    long earlier = ORIGIN_MILLIS - 5000;
    try (var harness = restored(checkpoint(WatermarkStatus.ACTIVE), 1)) {
      harness.processElement(record(0, earlier, trace(1).root("a", 0, 9)), earlier);
      assertThat(harness.extractOutputValues())
          .extracting(Fragment::timeMillis)
          .containsExactly(earlier);
    }
  }
}
