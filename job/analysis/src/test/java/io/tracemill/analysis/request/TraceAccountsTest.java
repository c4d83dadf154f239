package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.trace.TraceSpec;
import org.junit.jupiter.api.Test;

class TraceAccountsTest {
  private static final long TIME = 20_000;

  private final QualityLedger ledger = new QualityLedger(60_000);

  private void analyze(AssembledTrace trace) {
    new TraceAnalyzer(AnalysisRules.standard()).analyze(trace, ledger, new RecordingSink());
  }

  private QualityCounts service(String name) {
    return ledger.counts(TIME, new QualityScope.Service(name));
  }

  @Test
  void orphansAndSpansOfIncompleteTracesAreUsed() {
    analyze(trace().root("r", 0, 100).orphan("o", 10, 20).assembled());

    assertThat(ledger.job(TIME).get(Measure.SPANS_USED)).isEqualTo(2);
    assertThat(ledger.job(TIME).get(Measure.TRACES_INCOMPLETE)).isEqualTo(1);
    assertThat(ledger.job(TIME).get(Measure.TRACES_COMPLETE)).isZero();
  }

  @Test
  void whatACapKeptOutIsNeitherUsedNorOpen() {
    TraceSpec spec = trace().root("r", 0, 100);
    ledger.job(TIME).add(Measure.SPANS_OPEN, 4);
    analyze(new AssembledTrace(spec.traceId(), TIME, true, 3, false, spec.fragments(0)));

    assertThat(ledger.job(TIME).get(Measure.SPANS_OPEN)).isZero();
    assertThat(ledger.job(TIME).get(Measure.SPANS_CAPPED)).isEqualTo(3);
    assertThat(ledger.job(TIME).get(Measure.SPANS_USED)).isEqualTo(1);
    assertThat(ledger.job(TIME).get(Measure.TRACES_TRUNCATED)).isEqualTo(1);
  }

  @Test
  void spansAreCountedByService() {
    TraceSpec spec = trace().root("r", 0, 100).host("h").child("r", "a", 10, 20);
    analyze(spec.child("r", "r", 30, 40).child("a", "b", 12, 14).host("h").assembled());

    assertThat(service("r").get(Measure.SERVICE_SPANS)).isEqualTo(2);
    assertThat(service("r").get(Measure.SERVICE_SPANS_WITHOUT_HOST)).isEqualTo(1);
    assertThat(service("a").get(Measure.SERVICE_SPANS_WITHOUT_HOST)).isEqualTo(1);
    assertThat(service("b").get(Measure.SERVICE_SPANS_WITHOUT_HOST)).isZero();
  }

  @Test
  void lateSpansAreCountedByService() {
    TraceSpec spec = trace().orphan("a", 0, 10).child("a", "b", 2, 4);
    analyze(new AssembledTrace(spec.traceId(), TIME, false, 0, true, spec.fragments(0)));

    assertThat(service("a").get(Measure.SERVICE_SPANS_LATE)).isEqualTo(1);
    assertThat(service("b").get(Measure.SERVICE_SPANS_LATE)).isEqualTo(1);
    assertThat(service("a").get(Measure.SERVICE_SPANS)).isZero();
    assertThat(ledger.job(TIME).get(Measure.SPANS_LATE)).isEqualTo(2);
    assertThat(ledger.job(TIME).get(Measure.TRACES_INCOMPLETE)).isZero();
  }

  @Test
  void lateSpansAreCountedOfTheEndpointThatTheirTraceIsKnownBy() {
    TraceSpec spec = trace().orphan("a", 0, 10).child("a", "b", 2, 4);
    Frame front = Frame.of("front", "op");
    analyze(
        new AssembledTrace(
            spec.traceId(), TIME, false, 0, true, spec.fragments(0), TraceEndpoint.of(front)));

    assertThat(endpoint(front).get(Measure.ENDPOINT_SPANS_LATE)).isEqualTo(2);
    assertThat(endpoint(front).get(Measure.ENDPOINT_SPANS)).isZero();
    assertThat(ledger.job(TIME).get(Measure.SPANS_LATE)).isEqualTo(2);
  }

  @Test
  void spansAreCountedByTheEndpointsOfTheirRequests() {
    analyze(trace().root("r", 0, 100).child("r", "a", 200, 300).async().assembled());
    analyze(trace().root("r", 0, 100).orphan("o", 10, 20).assembled());

    assertThat(endpoint(Frame.of("r", "op")).get(Measure.ENDPOINT_SPANS)).isEqualTo(4);
    assertThat(endpoint(Frame.of("a", "op")).get(Measure.ENDPOINT_SPANS)).isEqualTo(1);
  }

  private QualityCounts endpoint(Frame frame) {
    return ledger.counts(TIME, new QualityScope.Endpoint(frame));
  }

  @Test
  void requestsAreCountedByEndpoint() {
    analyze(trace().root("r", 0, 100).child("r", "a", 200, 300).async().assembled());
    analyze(trace().root("r", 0, 100).root("s", 10, 20).assembled());

    QualityCounts entry = ledger.counts(TIME, new QualityScope.Endpoint(Frame.of("r", "op")));
    assertThat(entry.get(Measure.REQUESTS)).isEqualTo(2);
    assertThat(entry.get(Measure.REQUESTS_INCOMPLETE)).isEqualTo(1);
    assertThat(
            ledger
                .counts(TIME, new QualityScope.Endpoint(Frame.of("a", "op")))
                .get(Measure.REQUESTS))
        .isEqualTo(1);
  }
}
