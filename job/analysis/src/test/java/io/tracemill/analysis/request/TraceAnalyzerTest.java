package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceAnalyzerTest {
  private static final AnalysisRules INTERIOR =
      new AnalysisRules(true, true, List.of(), 50, 0, Fold.LOG2, TraceSpec.ATTRIBUTES);

  private static RecordingSink analyze(TraceSpec spec, AnalysisRules rules) {
    return analyze(spec.assembled(), rules);
  }

  private static RecordingSink analyze(AssembledTrace trace, AnalysisRules rules) {
    RecordingSink sink = new RecordingSink();
    new TraceAnalyzer(rules).analyze(trace, new QualityLedger(60_000), sink);
    return sink;
  }

  private static AssembledTrace reopened(TraceSpec spec) {
    return new AssembledTrace(spec.traceId(), 20_000, false, 0, true, spec.fragments(0));
  }

  private static String roles(TraceSpec spec) {
    return analyze(spec, AnalysisRules.standard()).roles();
  }

  @Test
  void theWholeTraceIsAnEntryRequest() {
    RecordingSink found =
        analyze(trace().root("r", 5, 100).child("r", "a", 10, 90), AnalysisRules.standard());

    assertThat(found.roles()).isEqualTo("entry r op");
    RequestAnalysis request = found.requests().get(0);
    assertThat(request.startNanos()).isEqualTo(TraceSpec.BASE + 5);
    assertThat(request.durationNanos()).isEqualTo(95);
    assertThat(request.spanCount()).isEqualTo(2);
    assertThat(request.complete()).isTrue();
  }

  @Test
  void aTraceIsKnownByTheEndpointOfItsFirstRequest() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.PRODUCER);
    AssembledTrace trace = spec.child("r", "mailer", 200, 300).kind(SpanKind.CONSUMER).assembled();
    assertThat(trace.endpoint().frame()).isEmpty();
    analyze(trace, AnalysisRules.standard());

    assertThat(trace.endpoint().frame()).contains(Frame.of("r", "op"));
  }

  @Test
  void whatATraceWasKnownByItStaysKnownBy() {
    TraceSpec spec = trace().orphan("mailer", 0, 10).kind(SpanKind.CONSUMER);
    AssembledTrace again =
        new AssembledTrace(
            spec.traceId(),
            20_000,
            false,
            0,
            true,
            spec.fragments(0),
            TraceEndpoint.of(Frame.of("r", "op")));

    assertThat(analyze(again, AnalysisRules.standard()).roles()).isEqualTo("async mailer op");
    assertThat(again.endpoint().frame()).contains(Frame.of("r", "op"));
  }

  @Test
  void ofLateSpansAloneNobodySaysAnEndpoint() {
    AssembledTrace late = reopened(trace().orphan("a", 0, 10));
    assertThat(analyze(late, AnalysisRules.standard()).late()).hasSize(1);
    assertThat(late.endpoint().frame()).isEmpty();
  }

  @Test
  void theSubtreeOfAConsumerIsARequestOfItsOwn() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.PRODUCER);
    spec.child("r", "mailer", 200, 300).kind(SpanKind.CONSUMER).child("mailer", "smtp", 210, 400);
    RecordingSink found = analyze(spec, AnalysisRules.standard());

    assertThat(found.roles()).isEqualTo("entry r op, async mailer op");
    assertThat(found.requests().get(0).spanCount()).isEqualTo(3);
    assertThat(found.requests().get(1).spanCount()).isEqualTo(2);
    assertThat(found.requests().get(1).durationNanos()).isEqualTo(100);
    assertThat(found.requests().get(1).clippedNanos()).isEqualTo(100);
  }

  @Test
  void theSubtreeOfASpanThatFollowsFromAnotherIsARequestOfItsOwn() {
    assertThat(roles(trace().root("r", 0, 100).child("r", "a", 200, 300).async()))
        .isEqualTo("entry r op, async a op");
  }

  @Test
  void aConsumerWhoseParentWasNeverSeenIsAnAsyncRequest() {
    assertThat(roles(trace().orphan("mailer", 0, 100).kind(SpanKind.CONSUMER)))
        .isEqualTo("async mailer op");
  }

  @Test
  void aConsumerWithoutAParentIsAnEntry() {
    assertThat(roles(trace().root("mailer", 0, 100).kind(SpanKind.CONSUMER)))
        .isEqualTo("entry mailer op");
  }

  @Test
  void skippedFramesChangeTheNameOfARequestOnly() {
    AnalysisRules rules =
        new AnalysisRules(
            true,
            false,
            List.of(new EndpointPattern("gateway", "*")),
            50,
            0,
            Fold.LOG2,
            TraceSpec.ATTRIBUTES);
    RecordingSink found =
        analyze(trace().root("gateway", 0, 100).child("gateway", "cart", 10, 20), rules);

    assertThat(found.roles()).isEqualTo("entry cart op");
    assertThat(found.requests().get(0).durationNanos()).isEqualTo(100);
    assertThat(found.requests().get(0).spanId()).isEqualTo(1);
  }

  @Test
  void outermostServersOfOtherFramesAreInteriorRequests() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER);
    spec.child("r", "a", 10, 40).kind(SpanKind.SERVER).child("a", "a", 20, 30);
    spec.kind(SpanKind.SERVER).child("r", "a", 50, 60).parentId(1).kind(SpanKind.SERVER);
    spec.child("r", "r", 70, 80).kind(SpanKind.SERVER).child("a", "client", 51, 52);
    RecordingSink found = analyze(spec, INTERIOR);

    assertThat(found.roles()).isEqualTo("entry r op, interior a op, interior a op");
    assertThat(found.requests())
        .extracting(RequestAnalysis::durationNanos)
        .containsExactly(100L, 30L, 10L);
    assertThat(roles(spec)).isEqualTo("entry r op");
  }

  @Test
  void theFirstSpanOfAnInteriorRequestIsNeitherShiftedNorClipped() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER).host("h1");
    spec.child("r", "a", 90, 160).kind(SpanKind.SERVER).host("h2");
    RecordingSink found = analyze(spec, INTERIOR);

    assertThat(found.requests()).extracting(RequestAnalysis::skewNanos).containsExactly(0L, 0L);
    assertThat(found.requests()).extracting(RequestAnalysis::clippedNanos).containsExactly(60L, 0L);
    assertThat(found.requests().get(1).durationNanos()).isEqualTo(70);
  }

  @Test
  void aTraceWithoutAUsableSpanIsNoRequest() {
    assertThat(analyze(trace().root("x", 0, 10).parentId(1), INTERIOR).requests()).isEmpty();
  }

  @Test
  void stragglersOfAClosedTraceAreHandedOutAsLateAndAreNoRequest() {
    RecordingSink found = analyze(reopened(trace().orphan("a", 0, 10)), INTERIOR);

    assertThat(found.requests()).isEmpty();
    assertThat(found.late()).extracting(LateSpan::service).containsExactly("a");
  }

  @Test
  void eachAsynchronousTopOfAReopenedTraceIsARequestOfItsOwn() {
    TraceSpec spec = trace().orphan("mailer", 0, 100).kind(SpanKind.CONSUMER).host("h1");
    spec.orphan("biller", 50, 200).kind(SpanKind.CONSUMER).host("h2");
    spec.child("biller", "db", 60, 90).child("biller", "cache", 190, 220).host("h3");
    RecordingSink found = analyze(reopened(spec), AnalysisRules.standard());

    assertThat(found.roles()).isEqualTo("async mailer op, async biller op");
    assertThat(found.requests()).extracting(RequestAnalysis::spanCount).containsExactly(1, 3);
    assertThat(found.requests()).extracting(RequestAnalysis::complete).containsExactly(true, true);
    TraceSpec alone = trace().orphan("mailer", 0, 100).kind(SpanKind.CONSUMER);
    assertThat(found.requests().get(0).signatures())
        .isEqualTo(
            analyze(reopened(alone), AnalysisRules.standard()).requests().get(0).signatures());
  }
}
