package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Traces of a size that anything recursive or quadratic would not survive. */
class LargeTracesTest {
  /** What is left of a request once its CCCT is another's. */
  private record Summary(
      RequestRole role, long duration, int spans, boolean complete, int nodes, long exclusive) {}

  private static List<Summary> analyze(TraceSpec spec) {
    List<Summary> found = new ArrayList<>();
    new TraceAnalyzer(AnalysisRules.standard())
        .analyze(
            spec.assembled(),
            new QualityLedger(60_000),
            new AnalysisSink() {
              @Override
              public void request(RequestAnalysis request) {
                found.add(summary(request));
              }

              @Override
              public void late(LateSpan span) {
                throw new AssertionError("nothing is late here: " + span);
              }
            });
    return found;
  }

  private static Summary summary(RequestAnalysis request) {
    long exclusive = 0;
    for (int node = 0; node < request.criticalPath().size(); node++) {
      exclusive += request.criticalPath().exclusiveNanos(node);
    }
    return new Summary(
        request.role(),
        request.durationNanos(),
        request.spanCount(),
        request.complete(),
        request.criticalPath().size(),
        exclusive);
  }

  @Test
  void aChainOfAHundredThousandCallsIsAnalysed() {
    TraceSpec spec = TraceSpec.trace().root("s0", 0, 300_000).kind(SpanKind.SERVER);
    for (int i = 1; i < 100_000; i++) {
      spec.root("s" + i % 7, i, 300_000 - i).parentId(i).kind(SpanKind.SERVER);
    }

    assertThat(analyze(spec))
        .containsExactly(new Summary(RequestRole.ENTRY, 300_000, 100_000, true, 100_000, 300_000));
  }

  @Test
  void aFanOutOfAHundredThousandCallsIsAnalysed() {
    TraceSpec spec = TraceSpec.trace().root("r", 0, 1_000_000).kind(SpanKind.SERVER);
    for (int i = 1; i < 100_000; i++) {
      spec.root("s" + i % 7, 10L * i, 10L * i + 5).parentId(1).kind(SpanKind.SERVER);
    }

    assertThat(analyze(spec))
        .containsExactly(new Summary(RequestRole.ENTRY, 1_000_000, 100_000, true, 8, 1_000_000));
  }

  @Test
  void aFanOutOfAHundredThousandOverlappingCallsOnOtherHostsIsAnalysed() {
    TraceSpec spec = TraceSpec.trace().root("r", 0, 1_000_000).kind(SpanKind.CLIENT).host("h");
    for (int i = 1; i < 100_000; i++) {
      spec.root("s", 10L * i - 500, 10L * i + 5_000).parentId(1).host("h" + i % 1000);
    }

    Summary found = analyze(spec).get(0);
    assertThat(found.spans()).isEqualTo(100_000);
    assertThat(found.exclusive()).isEqualTo(1_000_000);
  }

  @Test
  void aTraceOfMoreThanAQuarterOfAMillionSpansIsAnalysed() {
    TraceSpec spec = RandomTraces.linked(new Random(7), 275_000, 1_000_000);
    spec.spans().forEach(span -> span.async = false);
    spec.spans().forEach(span -> span.kind = SpanKind.SERVER);

    List<Summary> found = analyze(spec);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).spans()).isEqualTo(275_000);
    assertThat(found.get(0).complete()).isTrue();
    assertThat(found.get(0).exclusive()).isEqualTo(found.get(0).duration()).isEqualTo(100_000_000);
  }

  @Test
  void nestedAsynchronousRequestsAreAnalysedAsFarAsTheWorkIsBounded() {
    TraceSpec spec = TraceSpec.trace().root("s", 0, 300_000).kind(SpanKind.SERVER);
    for (int i = 1; i < 20_000; i++) {
      spec.root("s", i, 300_000 - i).parentId(i).kind(SpanKind.CONSUMER);
    }

    assertThat(analyze(spec)).hasSizeBetween(65, 300);
  }
}
