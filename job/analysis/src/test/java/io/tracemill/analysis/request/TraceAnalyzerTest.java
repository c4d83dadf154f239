package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TraceAnalyzerTest {
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
    assertThat(found.requests().get(1).durationNanos()).isEqualTo(200);
    assertThat(found.requests().get(1).clippedNanos()).isZero();
  }

  @Test
  void aRequestOfAConsumerLastsUntilTheLastSpanEndsThatItWaitsFor() {
    TraceSpec spec = trace().orphan("poll", 0, 1).kind(SpanKind.CONSUMER);
    spec.child("poll", "work", 10, 250).child("work", "db", 20, 220);
    spec.child("poll", "later", 300, 900).async();
    RecordingSink found = analyze(spec, AnalysisRules.standard());

    assertThat(found.requests().get(0).durationNanos()).isEqualTo(250);
    assertThat(found.requests().get(0).spanCount()).isEqualTo(4);
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
  void aTraceWithoutAUsableSpanIsNoRequest() {
    assertThat(analyze(trace().root("x", 10, 0), AnalysisRules.standard()).requests()).isEmpty();
  }

  @Test
  void stragglersOfAClosedTraceAreHandedOutAsLateAndAreNoRequest() {
    RecordingSink found = analyze(reopened(trace().orphan("a", 0, 10)), AnalysisRules.standard());

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
    assertThat(found.requests().get(0).category())
        .isEqualTo(analyze(reopened(alone), AnalysisRules.standard()).requests().get(0).category());
  }

  /**
   * By request, {@code "front -> cart 30 failed"} in order of the spans; a message is {@code ->>}.
   */
  private static List<List<String>> serviceCalls(TraceSpec spec) {
    List<List<String>> found = new ArrayList<>();
    AnalysisSink asking =
        new AnalysisSink() {
          @Override
          public void request(RequestAnalysis request) {
            List<String> calls = new ArrayList<>();
            request
                .details()
                .serviceCalls(
                    (caller, callee, nanos, failed, message, names) ->
                        calls.add(
                            "%s %s %s %d%s"
                                .formatted(
                                    names.text(caller),
                                    message ? "->>" : "->",
                                    names.text(callee),
                                    nanos,
                                    failed ? " failed" : "")));
            found.add(calls);
          }

          @Override
          public void late(LateSpan span) {
            throw new AssertionError(span);
          }
        };
    new TraceAnalyzer(AnalysisRules.standard())
        .analyze(spec.assembled(), new QualityLedger(60_000), asking);
    return found;
  }

  @Test
  void aServiceCallHasTheRecordedDurationAndTheOutcomeOfTheCallee() {
    TraceSpec spec = trace().root("front", 0, 100).kind(SpanKind.SERVER);
    spec.child("front", "front", 10, 60).operation("get").kind(SpanKind.CLIENT).as("get");
    spec.child("get", "cart", 20, 50).error(true).child("cart", "db", 90, 130);

    assertThat(serviceCalls(spec))
        .containsExactly(List.of("front -> cart 30 failed", "cart -> db 40"));
  }

  @Test
  void callsInsideAnAsynchronousRequestAndTheCallThatLeadsToItCountInItOnly() {
    TraceSpec spec = trace().root("front", 0, 100).child("front", "cart", 10, 20);
    spec.child("front", "mailer", 200, 300)
        .kind(SpanKind.CONSUMER)
        .child("mailer", "smtp", 210, 240);
    spec.child("smtp", "audit", 250, 300).async().child("audit", "db", 260, 270);

    assertThat(serviceCalls(spec))
        .containsExactly(
            List.of("front -> cart 10"),
            List.of("front ->> mailer 100", "mailer -> smtp 30"),
            List.of("smtp -> audit 50", "audit -> db 10"));
  }

  @Test
  void nobodyCallsAnOrphanNorAServiceItself() {
    TraceSpec spec = trace().root("front", 0, 100).child("front", "front", 1, 2);
    spec.orphan("lost", 10, 20).child("lost", "db", 12, 14);
    spec.orphan("mailer", 30, 40).kind(SpanKind.CONSUMER);

    assertThat(serviceCalls(spec)).containsExactly(List.of("lost -> db 2"), List.of());
  }

  @Property
  void everyCallBetweenServicesCountsInOneRequest(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    TraceTree tree = AnalyzedTrees.of(spec, 0).tree();
    List<String> expected = new ArrayList<>();
    for (int span = 1; span < tree.size(); span++) {
      String caller = tree.frame(tree.parent(span)).service();
      String callee = tree.frame(span).service();
      if (!caller.equals(callee)) {
        boolean message =
            tree.kind(span) == SpanKind.CONSUMER
                || tree.kind(tree.parent(span)) == SpanKind.PRODUCER;
        expected.add(
            "%s %s %s %d"
                .formatted(caller, message ? "->>" : "->", callee, tree.recordedNanos(span)));
      }
    }

    assertThat(serviceCalls(spec).stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aConsumersWorkDoesNotChangeTheCategoryOfTheRequestThatSentIt() {
    TraceSpec without = trace().root("r", 0, 100).kind(SpanKind.PRODUCER);
    without.child("r", "mailer", 200, 300).kind(SpanKind.CONSUMER);
    TraceSpec with = trace().root("r", 0, 100).kind(SpanKind.PRODUCER);
    with.child("r", "mailer", 200, 300).kind(SpanKind.CONSUMER).child("mailer", "smtp", 210, 240);

    assertThat(category(with, 0)).isEqualTo(category(without, 0));
    assertThat(category(with, 1)).isNotEqualTo(category(without, 1));
  }

  private static CallTreeSignature category(TraceSpec spec, int request) {
    return analyze(spec, AnalysisRules.standard()).requests().get(request).category();
  }

  @Test
  void detailsOfAnEarlierRequestAreRefused() {
    RecordingSink found =
        analyze(
            trace().root("r", 0, 100).child("r", "a", 200, 300).async(), AnalysisRules.standard());

    assertThatThrownBy(() -> found.requests().get(0).form(10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("request 1 is asked about, request 2 is analysed");
  }
}
