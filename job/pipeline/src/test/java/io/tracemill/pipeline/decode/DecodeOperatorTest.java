package io.tracemill.pipeline.decode;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.EncodingProbe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecodeOperatorTest {
  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead", new InChainTypeInfo<>(DeadLetter.class));
  private static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("quality", SmileCodec.typeOf(QualityDelta.class));
  private static final long BOUND = 1000;
  private static final long PANE = 60_000;
  private static final long FIRST_PANE = ORIGIN_MILLIS / PANE * PANE;
  private static final EncodingProbe NOT_ASKED =
      (topic, record) -> {
        throw new IllegalStateException("the encoding of %s is given".formatted(topic));
      };
  private static final byte[] GARBAGE = "not a span at all".getBytes(UTF_8);

  private OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> harness;

  @BeforeEach
  void start() throws Exception {
    create();
    harness.open();
  }

  private void create() throws Exception {
    SpanRules rules = new SpanRules(3_600_000, Set.of(), List.of());
    harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new DecodeOperator(rules, BOUND, true, PANE, NOT_ASKED, DEAD_LETTERS, QUALITY)),
            128,
            1,
            0);
    harness.setup(new CodecSerializer<>(new FragmentCodec()));
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  private void feed(EncodedRecord record) throws Exception {
    harness.processElement(record, record.eventMillis());
  }

  private List<QualityDelta> counts() {
    List<QualityDelta> counts = new ArrayList<>();
    var out = harness.getSideOutput(QUALITY);
    if (out != null) {
      out.forEach(record -> counts.add(record.getValue()));
    }
    return counts;
  }

  @Test
  void aRecordBecomesOneFragmentPerTrace() throws Exception {
    feed(
        record(
            0,
            ORIGIN_MILLIS,
            trace(1).root("a", 0, 9).child("a", "b", 1, 2),
            trace(2).root("a", 0, 9)));
    assertThat(harness.extractOutputValues())
        .extracting(Fragment::traceId, Fragment::spans, Fragment::root, Fragment::timeMillis)
        .containsExactly(
            tuple(trace(1).traceId(), 2, true, ORIGIN_MILLIS),
            tuple(trace(2).traceId(), 1, true, ORIGIN_MILLIS));
  }

  @Test
  void afterARestoreARecordBehindTheCheckpointCountsAsComingNow() throws Exception {
    harness.processWatermark(new Watermark(ORIGIN_MILLIS + 5000));
    OperatorSubtaskState checkpoint = harness.snapshot(1, 1);
    harness.close();

    create();
    harness.initializeState(checkpoint);
    harness.open();
    feed(record(1, ORIGIN_MILLIS, trace(1).root("a", 0, 9)));
    assertThat(harness.extractOutputValues())
        .extracting(Fragment::timeMillis)
        .containsExactly(ORIGIN_MILLIS + 5001);
  }

  @Test
  void aTaskThatWasIdleAtTheCheckpointRemembersItsTimeToo() throws Exception {
    harness.processWatermark(new Watermark(ORIGIN_MILLIS + 5000));
    harness.processWatermarkStatus(WatermarkStatus.IDLE);
    OperatorSubtaskState checkpoint = harness.snapshot(1, 1);
    harness.close();

    create();
    harness.initializeState(checkpoint);
    harness.open();
    feed(record(1, ORIGIN_MILLIS, trace(1).root("a", 0, 9)));
    assertThat(harness.extractOutputValues())
        .extracting(Fragment::timeMillis)
        .containsExactly(ORIGIN_MILLIS + 5001);
  }

  /** The source has read nothing since the restore, so it counts from the least time there is. */
  @Test
  void afterARestoreTheIdleFlushGoesOnFromTheCheckpoint() throws Exception {
    harness.processWatermark(new Watermark(FIRST_PANE));
    harness.processWatermarkStatus(WatermarkStatus.IDLE);
    OperatorSubtaskState checkpoint = harness.snapshot(1, 1);
    harness.close();

    create();
    harness.initializeState(checkpoint);
    harness.open();
    harness.processWatermark(new Watermark(Long.MIN_VALUE + 30_000));
    harness.processWatermark(new Watermark(Long.MIN_VALUE + 35_000));
    harness.processWatermark(new Watermark(FIRST_PANE + 1000));
    assertThat(harness.getOutput())
        .containsExactly(new Watermark(FIRST_PANE + 30_000), new Watermark(FIRST_PANE + 35_000));
    harness.endInput();
    assertThat(counts().get(0).counts().get(Measure.IDLE_FLUSHES)).isEqualTo(2);
  }

  @Test
  void whereNothingWasReadAndNothingRestoredTimeDoesNotGoOn() throws Exception {
    harness.processWatermark(new Watermark(Long.MIN_VALUE + 30_000));
    harness.endInput();
    assertThat(harness.getOutput()).isEmpty();
    assertThat(counts()).isEmpty();
  }

  @Test
  void aMalformedRecordLeavesWithItsBytesItsOriginAndTheReason() throws Exception {
    feed(record(42, ORIGIN_MILLIS, GARBAGE));
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(harness.getSideOutput(DEAD_LETTERS))
        .singleElement()
        .satisfies(
            out -> {
              DeadLetter letter = out.getValue();
              assertThat(letter.value()).isEqualTo(GARBAGE);
              assertThat(letter.topic()).isEqualTo("spans");
              assertThat(letter.partition()).isEqualTo(3);
              assertThat(letter.offset()).isEqualTo(42);
              assertThat(letter.timestampMillis()).isEqualTo(ORIGIN_MILLIS);
              assertThat(letter.reason()).isNotBlank();
            });
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void anEmptyValueIsDecodedToNoSpansInEveryEncoding(Encoding encoding) throws Exception {
    byte[] none = {};
    feed(
        new EncodedRecord(
            "spans", 0, 0, ORIGIN_MILLIS, ORIGIN_MILLIS, none, none, encoding.label()));
    harness.endInput();
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(harness.getSideOutput(DEAD_LETTERS)).isNull();
    assertThat(counts())
        .singleElement()
        .satisfies(delta -> assertThat(delta.counts().get(Measure.RECORDS_DECODED)).isEqualTo(1));
  }

  @Test
  void nothingOfATruncatedRecordIsKept() throws Exception {
    byte[] whole = record(0, 0, trace(1).root("a", 0, 9), trace(2).root("b", 0, 9)).value();
    feed(record(0, ORIGIN_MILLIS, Arrays.copyOf(whole, whole.length - 3)));
    harness.endInput();
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(harness.getSideOutput(DEAD_LETTERS)).hasSize(1);
    assertThat(counts())
        .singleElement()
        .satisfies(delta -> assertThat(delta.counts().get(Measure.SPANS_DECODED)).isZero());
  }

  @Test
  void aRecordBehindTheWatermarkCountsAsComingNow() throws Exception {
    harness.processWatermark(ORIGIN_MILLIS + 5_000);
    feed(record(0, ORIGIN_MILLIS, trace(1).root("a", 0, 9)));
    assertThat(harness.extractOutputStreamRecords())
        .singleElement()
        .satisfies(
            out -> {
              assertThat(out.getTimestamp()).isEqualTo(ORIGIN_MILLIS + 5_001);
              assertThat(out.getValue().timeMillis()).isEqualTo(ORIGIN_MILLIS + 5_001);
              assertThat(out.getValue().claimedMillis()).isEqualTo(ORIGIN_MILLIS + 5_001);
            });
  }

  @Test
  void aClockJumpKeepsItsClaimBesideTheTimeItCountsAt() throws Exception {
    byte[] value = record(0, 0, trace(1).root("a", 0, 9)).value();
    long claim = ORIGIN_MILLIS + 36_000_000;
    byte[] key = {};
    feed(new EncodedRecord("spans", 0, 0, ORIGIN_MILLIS, claim, key, value, "otlp_proto"));
    harness.endInput();
    assertThat(harness.extractOutputValues())
        .extracting(Fragment::timeMillis, Fragment::claimedMillis)
        .containsExactly(tuple(ORIGIN_MILLIS, claim));
    assertThat(counts().get(0).counts().get(Measure.CLOCK_JUMPS)).isEqualTo(1);
  }

  @Test
  void aTimeThatNoDeadlineCouldFollowIsCutToTheLastThatCan() throws Exception {
    feed(record(0, Long.MAX_VALUE - 1, trace(1).root("a", 0, 9)));
    assertThat(harness.extractOutputValues())
        .extracting(Fragment::timeMillis)
        .containsExactly(Long.MAX_VALUE / 1_000_000);
  }

  @Test
  void recordsAndSpansAreCountedInTheirPane() throws Exception {
    feed(record(0, FIRST_PANE, trace(1).root("a", 0, 9).child("a", "b", 1, 2)));
    feed(record(1, FIRST_PANE + PANE - 1, GARBAGE));
    feed(record(2, FIRST_PANE + PANE, trace(2).root("a", 0, 9).child("a", "b", 2, 1)));
    feed(record(3, FIRST_PANE + PANE, trace(3).root("a", 0, 9).id(0)));
    harness.endInput();
    assertThat(counts())
        .extracting(QualityDelta::paneMillis)
        .containsExactly(FIRST_PANE, FIRST_PANE + PANE);
    assertThat(counts()).extracting(QualityDelta::scope).containsOnly(new QualityScope.Job());
    var first = counts().get(0).counts();
    assertThat(first.get(Measure.RECORDS_RECEIVED)).isEqualTo(2);
    assertThat(first.get(Measure.RECORDS_DECODED)).isEqualTo(1);
    assertThat(first.get(Measure.RECORDS_DEAD_LETTERED)).isEqualTo(1);
    assertThat(first.get(Measure.SPANS_DECODED)).isEqualTo(2);
    assertThat(first.get(Measure.SPANS_OPEN)).isEqualTo(2);
    var second = counts().get(1).counts();
    assertThat(second.get(Measure.SPANS_DECODED)).isEqualTo(3);
    assertThat(second.get(Measure.SPANS_OPEN)).isEqualTo(1);
    assertThat(second.get(Measure.rejected(RejectReason.NEGATIVE_DURATION))).isEqualTo(1);
    assertThat(second.get(Measure.rejected(RejectReason.INVALID_SPAN_ID))).isEqualTo(1);
  }

  @Test
  void aWatermarkThatNoRecordMadeIsAnIdleFlush() throws Exception {
    feed(record(0, FIRST_PANE + 10_000, GARBAGE));
    feed(record(1, FIRST_PANE + 10_000, GARBAGE));
    harness.processWatermark(FIRST_PANE + 10_000 - BOUND - 1);
    harness.processWatermark(FIRST_PANE + 40_000);
    harness.processWatermark(FIRST_PANE + 45_000);
    harness.processWatermark(Long.MAX_VALUE);

    assertThat(counts()).hasSize(1);
    assertThat(counts().get(0).counts().get(Measure.IDLE_FLUSHES)).isEqualTo(2);
  }

  @Test
  void countsLeaveBeforeTheWatermarkThatEndsTheirPane() throws Exception {
    feed(record(0, FIRST_PANE, GARBAGE));
    harness.processWatermark(FIRST_PANE + PANE - 1);
    assertThat(counts()).isEmpty();
    harness.processWatermark(FIRST_PANE + PANE);
    assertThat(counts()).hasSize(1);
    assertThat(harness.getOutput()).last().isEqualTo(new Watermark(FIRST_PANE + PANE));
  }

  @Test
  void countsLeaveBeforeEveryBarrierAndOnlyOnce() throws Exception {
    feed(record(0, FIRST_PANE, GARBAGE));
    harness.prepareSnapshotPreBarrier(1);
    assertThat(counts()).hasSize(1);
    feed(record(1, FIRST_PANE, GARBAGE));
    harness.prepareSnapshotPreBarrier(2);
    harness.endInput();
    assertThat(counts())
        .extracting(delta -> delta.counts().get(Measure.RECORDS_RECEIVED))
        .containsExactly(1L, 1L);
  }

  @Test
  void deadLettersHaveTheTimeTheyCountAt() throws Exception {
    harness.processWatermark(ORIGIN_MILLIS);
    feed(record(0, ORIGIN_MILLIS - 7, GARBAGE));
    assertThat(harness.getSideOutput(DEAD_LETTERS))
        .extracting(StreamRecord::getTimestamp)
        .containsExactly(ORIGIN_MILLIS + 1);
  }
}
