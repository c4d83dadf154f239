package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A sender that drops three of four traces says so on one of a trace's spans. */
class SamplingWeightTest {
  private static final long THREE_OF_FOUR = 3L << 54;

  @Test
  void aRequestStandsForThoseThatItsSenderDropped() {
    KeptSample sample = new KeptSample(10, 1_000_000);
    add(sample, 1, THREE_OF_FOUR);
    add(sample, 2, 0);

    assertThat(sample.requests())
        .extracting(row -> row.traceId().low() + ": " + row.weight())
        .containsExactlyInAnyOrder("1: 4.0", "2: 1.0");
  }

  private static void add(KeptSample sample, long trace, long threshold) {
    List<Fragment> fragments = new ArrayList<>();
    FragmentBuilder builder = new FragmentBuilder(new SpanRules(3_600_000, Set.of(), List.of()));
    builder.begin(0);
    Slice service = new Slice();
    service.set("shop");
    builder.resource(service, new Slice());
    builder.span(span(trace, 1, 0, 0));
    builder.span(span(trace, 2, 1, threshold));
    builder.finish(0, 0, fragments::add);
    new TraceAnalyzer(AnalysisRules.standard())
        .analyze(
            new AssembledTrace(new TraceId(0, trace), 20_000, false, 0, false, fragments),
            new QualityLedger(60_000),
            new AnalysisSink() {
              @Override
              public void request(RequestAnalysis request) {
                sample.add(request, 20_000);
              }

              @Override
              public void late(LateSpan span) {
                throw new AssertionError(span);
              }
            });
  }

  private static SpanDraft span(long trace, long id, long parent, long threshold) {
    SpanDraft span = new SpanDraft(0);
    span.clear();
    span.traceId(0, trace);
    span.spanId(id);
    span.parentId(parent);
    span.name().set("GET /");
    span.startNanos(id);
    span.endNanos(100);
    span.samplingThreshold(threshold);
    return span;
  }
}
