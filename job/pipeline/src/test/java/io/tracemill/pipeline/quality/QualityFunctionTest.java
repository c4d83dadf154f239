package io.tracemill.pipeline.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Panes of a minute; times are minutes. */
class QualityFunctionTest {
  private static final long MINUTE = 60_000;
  private static final QualityScope JOB = new QualityScope.Job();
  private static final QualityScope CART = new QualityScope.Service("cart");

  private static KeyedOneInputStreamOperatorTestHarness<QualityScope, QualityDelta, QualityRecord>
      harness() throws Exception {
    return harness(MINUTE);
  }

  private static KeyedOneInputStreamOperatorTestHarness<QualityScope, QualityDelta, QualityRecord>
      harness(long paneMillis) throws Exception {
    KeyedOneInputStreamOperatorTestHarness<QualityScope, QualityDelta, QualityRecord> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(new KeyedProcessOperator<>(new QualityFunction(paneMillis))),
            QualityDelta::scope,
            SmileCodec.typeOf(QualityScope.class),
            128,
            1,
            0);
    harness.setup(
        new InChainTypeInfo<>(QualityRecord.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private static QualityDelta delta(QualityScope scope, long minute, Measure measure, long more) {
    QualityCounts counts = new QualityCounts();
    counts.add(measure, more);
    return new QualityDelta(minute * MINUTE, scope, counts);
  }

  private static QualityDelta received(long minute, long records) {
    return delta(JOB, minute, Measure.RECORDS_RECEIVED, records);
  }

  private static QualityDelta used(long minute, long spans) {
    return delta(CART, minute, Measure.SERVICE_SPANS, spans);
  }

  private static void feed(
      KeyedOneInputStreamOperatorTestHarness<QualityScope, QualityDelta, QualityRecord> harness,
      QualityDelta... deltas)
      throws Exception {
    for (QualityDelta delta : deltas) {
      harness.processElement(delta, delta.paneMillis());
    }
  }

  private static long received(QualityRecord report) {
    return ((QualityRecord.Job) report).records().received();
  }

  private static long used(QualityRecord report) {
    return ((QualityRecord.Service) report).spans().used();
  }

  @Test
  void theJobsReportIsCumulative() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, received(1, 5), received(1, 6), received(2, 7), received(9, 8));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues())
          .extracting(report -> report.window().endMillis() / MINUTE, QualityFunctionTest::received)
          .containsExactly(Tuple.tuple(2L, 11L), Tuple.tuple(3L, 18L), Tuple.tuple(10L, 26L));
    }
  }

  @Test
  void anyOtherReportIsOfItsPane() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, used(1, 5), used(1, 6), used(2, 7));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues())
          .extracting(
              report -> ((QualityRecord.Service) report).service(),
              report -> report.window().startMillis() / MINUTE,
              QualityFunctionTest::used)
          .containsExactly(Tuple.tuple("cart", 1L, 11L), Tuple.tuple("cart", 2L, 7L));
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }

  @Test
  void aReportLeavesWhenTheWatermarkReachesTheEndOfItsPane() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, used(1, 5));
      harness.processWatermark(2 * MINUTE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark(2 * MINUTE);
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }

  /** Tasks let none come late; should one do so, it is still in the totals, and once. */
  @Test
  void aDeltaBehindTheWatermarkIsInTheTotalsOnce() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, received(1, 5), received(2, 6));
      harness.processWatermark(3 * MINUTE);
      feed(harness, received(1, 7), received(3, 8));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues())
          .extracting(QualityFunctionTest::received)
          .containsExactly(5L, 11L, 18L, 26L);
    }
  }

  @Test
  void theJobsTotalsAndOpenPanesAreRestored() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      feed(harness, received(1, 5), received(2, 6));
      harness.processWatermark(2 * MINUTE);
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      feed(harness, received(2, 7));
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues())
          .extracting(QualityFunctionTest::received)
          .containsExactly(18L);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {MINUTE / 2, 2 * MINUTE})
  void panesFromBeforeARestartWithAnotherSlideAreReportedOnce(long paneMillis) throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      feed(harness, used(1, 5), used(2, 6), used(3, 7));
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness(paneMillis)) {
      harness.initializeState(state);
      harness.open();
      harness.processWatermark(Long.MAX_VALUE);
      assertThat(harness.extractOutputValues())
          .extracting(report -> report.window().startMillis() / MINUTE, QualityFunctionTest::used)
          .containsExactly(Tuple.tuple(1L, 5L), Tuple.tuple(2L, 6L), Tuple.tuple(3L, 7L));
      assertThat(harness.numKeyedStateEntries()).isZero();
      assertThat(harness.numEventTimeTimers()).isZero();
    }
  }
}
