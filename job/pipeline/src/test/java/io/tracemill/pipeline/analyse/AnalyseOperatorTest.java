package io.tracemill.pipeline.analyse;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnalyseOperatorTest {
  private static final OutputTag<ResultRecord> LATE =
      new OutputTag<>("late", ResultRecordCodec.TYPE);
  private static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("quality", SmileCodec.typeOf(QualityDelta.class));
  private static final long PANE = 60_000;
  private static final long DEADLINE = 120_000;

  private OneInputStreamOperatorTestHarness<AssembledTrace, RequestAnalysis> harness;

  @BeforeEach
  void start() throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new AnalyseOperator(
                    AnalysisRules.standard(), 2, 20, PANE, PANE, List.of(), LATE, QUALITY)),
            128,
            1,
            0);
    harness.setup(
        new InChainTypeInfo<>(RequestAnalysis.class).createSerializer(new SerializerConfigImpl()));
    harness.open();
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  private void feed(TraceSpec spec, boolean reopened) throws Exception {
    feed(
        new AssembledTrace(
            spec.traceId(), DEADLINE, false, 0, reopened, List.of(spec.fragment(DEADLINE - 1))));
  }

  private void feedReopened(TraceSpec spec, Frame endpoint) throws Exception {
    feed(
        new AssembledTrace(
            spec.traceId(),
            DEADLINE,
            false,
            0,
            true,
            List.of(spec.fragment(DEADLINE - 1)),
            TraceEndpoint.of(endpoint)));
  }

  private void feed(AssembledTrace trace) throws Exception {
    harness.processElement(trace, trace.deadlineMillis());
  }

  private QualityCounts counts(QualityScope scope) {
    QualityCounts sum = new QualityCounts();
    deltas().stream()
        .filter(delta -> delta.scope().equals(scope))
        .forEach(delta -> sum.merge(delta.counts()));
    return sum;
  }

  private List<QualityDelta> deltas() {
    List<QualityDelta> deltas = new ArrayList<>();
    var out = harness.getSideOutput(QUALITY);
    if (out != null) {
      out.forEach(record -> deltas.add(record.getValue()));
    }
    return deltas;
  }

  @Test
  void tasksBehindItDoNotHearThatItsInputIsIdle() throws Exception {
    harness.processWatermark(new Watermark(DEADLINE));
    harness.processWatermarkStatus(WatermarkStatus.IDLE);

    assertThat(harness.getOutput()).containsExactly(new Watermark(DEADLINE));
  }

  @Test
  void requestsLeaveAtTheirTracesDeadline() throws Exception {
    feed(trace(1).root("front", 0, 100).child("front", "db", 10, 40), false);
    assertThat(harness.extractOutputStreamRecords())
        .singleElement()
        .satisfies(
            out -> {
              assertThat(out.getTimestamp()).isEqualTo(DEADLINE);
              assertThat(out.getValue().endpoint()).isEqualTo(Frame.of("front", "op"));
              assertThat(out.getValue().durationNanos()).isEqualTo(100);
            });
  }

  @Test
  void asynchronousRequestsLeaveBesideTheEntry() throws Exception {
    feed(
        trace(1)
            .root("front", 0, 100)
            .child("front", "front", 10, 20)
            .as("send")
            .kind(SpanKind.PRODUCER)
            .child("send", "worker", 30, 500)
            .kind(SpanKind.CONSUMER),
        false);
    assertThat(harness.extractOutputValues())
        .extracting(request -> request.role().label())
        .containsExactly("entry", "async");
  }

  @Test
  void spansOfAReopenedTraceAreLateAndNoRequest() throws Exception {
    feed(trace(1).orphan("db", 10, 40), true);
    harness.endInput();
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(harness.getSideOutput(LATE))
        .singleElement()
        .satisfies(out -> assertThat(new String(out.getValue().value(), UTF_8)).contains("\"db\""));
    assertThat(counts(new QualityScope.Job()).get(Measure.SPANS_LATE)).isEqualTo(1);
    assertThat(counts(new QualityScope.Service("db")).get(Measure.SERVICE_SPANS_LATE)).isEqualTo(1);
  }

  @Test
  void spansThatCameTooLateAreEvidenceAboutTheEndpointOfTheirTrace() throws Exception {
    Frame front = Frame.of("front", "op");
    feedReopened(trace(1).orphan("db", 10, 40).orphan("cache", 10, 20), front);
    feed(trace(2).root("front", 0, 100), false);
    harness.processWatermark(DEADLINE + PANE - 1);
    assertThat(harness.getSideOutput(AnalyseOperator.LATE_EVIDENCE)).isNull();
    harness.processWatermark(DEADLINE + PANE);
    assertThat(harness.getSideOutput(AnalyseOperator.LATE_EVIDENCE))
        .singleElement()
        .satisfies(
            out -> {
              assertThat(out.getValue().endpoint()).isEqualTo(front);
              assertThat(out.getValue().paneMillis()).isEqualTo(DEADLINE);
              assertThat(out.getValue().evidence().lateSpans()).isEqualTo(2);
              assertThat(out.getValue().requests()).isZero();
            });
    QualityCounts endpoint = counts(new QualityScope.Endpoint(front));
    assertThat(endpoint.get(Measure.ENDPOINT_SPANS)).isEqualTo(1);
    assertThat(endpoint.get(Measure.ENDPOINT_SPANS_LATE)).isEqualTo(2);
  }

  @Test
  void whoseLateSpansAreEvidenceIsDecidedOnceInAPaneHoweverManyCheckpointsThereAre()
      throws Exception {
    for (int round = 0; round < 2; round++) {
      for (String service : List.of("a", "b", "c")) {
        feedReopened(trace(1).orphan("db", 10, 40), Frame.of(service, "op"));
      }
      harness.prepareSnapshotPreBarrier(round);
    }
    assertThat(harness.getSideOutput(AnalyseOperator.LATE_EVIDENCE))
        .extracting(out -> out.getValue().endpoint().service())
        .containsExactlyInAnyOrder("a", "b", "a", "b");
  }

  @Test
  void everySpanThatWasOpenIsAccountedFor() throws Exception {
    TraceSpec spec =
        trace(1).root("front", 0, 100).child("front", "db", 10, 40).again().orphan("lost", 5, 6);
    feed(
        new AssembledTrace(
            spec.traceId(), DEADLINE, true, 7, false, List.of(spec.fragment(DEADLINE - 1))));
    harness.endInput();
    QualityCounts job = counts(new QualityScope.Job());
    assertThat(job.get(Measure.SPANS_OPEN)).isEqualTo(-(4 + 7));
    assertThat(job.get(Measure.SPANS_USED)).isEqualTo(3);
    assertThat(job.get(Measure.SPANS_DUPLICATE)).isEqualTo(1);
    assertThat(job.get(Measure.SPANS_CAPPED)).isEqualTo(7);
    assertThat(job.get(Measure.TRACES_TRUNCATED)).isEqualTo(1);
    QualityCounts endpoint = counts(new QualityScope.Endpoint(Frame.of("front", "op")));
    assertThat(endpoint.get(Measure.REQUESTS)).isEqualTo(1);
    assertThat(endpoint.get(Measure.REQUESTS_INCOMPLETE)).isEqualTo(1);
  }

  @Test
  void aTraceOfWhichAllSpansWereRejectedIsNoRequest() throws Exception {
    feed(
        new AssembledTrace(
            trace(1).traceId(),
            DEADLINE,
            false,
            0,
            false,
            List.of(
                new Fragment(trace(1).traceId(), DEADLINE, DEADLINE, 0, false, new byte[] {7}))));
    harness.endInput();
    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(counts(new QualityScope.Job()).isEmpty()).isTrue();
  }

  @Test
  void countsLeaveBeforeTheWatermarkThatEndsTheirPaneAndBeforeBarriers() throws Exception {
    feed(trace(1).root("front", 0, 100), false);
    harness.processWatermark(DEADLINE + PANE - 1);
    assertThat(deltas()).isEmpty();
    harness.processWatermark(DEADLINE + PANE);
    assertThat(deltas()).isNotEmpty().extracting(QualityDelta::paneMillis).containsOnly(DEADLINE);
    assertThat(harness.getOutput()).last().isEqualTo(new Watermark(DEADLINE + PANE));
    int before = deltas().size();
    feed(trace(2).root("front", 0, 100), false);
    harness.prepareSnapshotPreBarrier(1);
    assertThat(deltas()).hasSizeGreaterThan(before);
  }
}
