package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.KeptSpans.Section;
import io.tracemill.analysis.request.KeptSpans.Span;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NodeTimesTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static void analyze(TraceSpec spec, Fold fold, Consumer<RequestAnalysis> check) {
    AnalysisRules rules =
        new AnalysisRules(true, true, List.of(), 40, 3, fold, TraceSpec.ATTRIBUTES);
    new TraceAnalyzer(rules)
        .analyze(
            spec.assembled(),
            new QualityLedger(60_000),
            new AnalysisSink() {
              @Override
              public void request(RequestAnalysis request) {
                check.accept(request);
              }

              @Override
              public void late(LateSpan span) {
                throw new AssertionError("nothing is late here: " + span);
              }
            });
  }

  @Property
  void timesAddUpOverTheNodesOfEachFrame(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 25) int spans,
      @ForAll boolean dirty,
      @ForAll Fold fold) {
    TraceSpec spec =
        dirty ? RandomTraces.dirty(random, spans) : RandomTraces.linked(random, spans, 10);
    analyze(
        spec,
        fold,
        request -> {
          NodeTimes times = request.details().nodeTimes(ALL);
          CanonicalForm form = request.flowForm(ALL);

          assertThat(times.size()).isEqualTo(form.nodes().size());
          assertThat(byFrame(form, times)).isEqualTo(slow(request));
          assertThat(LongStream.of(times.criticalNanos()).sum()).isEqualTo(request.durationNanos());
        });
  }

  @Property
  void aCutTreeHasTheTimesOfItsNodes(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int maxNodes) {
    analyze(
        RandomTraces.linked(random, 25, 10),
        Fold.LOG2,
        request -> {
          NodeTimes whole = request.details().nodeTimes(ALL);
          NodeTimes cut = request.details().nodeTimes(maxNodes);
          int size = Math.min(maxNodes, whole.size());

          assertThat(cut.calls()).isEqualTo(Arrays.copyOf(whole.calls(), size));
          assertThat(cut.inclusiveNanos()).isEqualTo(Arrays.copyOf(whole.inclusiveNanos(), size));
          assertThat(cut.exclusiveNanos()).isEqualTo(Arrays.copyOf(whole.exclusiveNanos(), size));
          assertThat(cut.criticalNanos()).isEqualTo(Arrays.copyOf(whole.criticalNanos(), size));
          assertThat(cut.hosts()).isEqualTo(Arrays.copyOf(whole.hosts(), size));
        });
  }

  @Property
  void keptSpansAreTheSpansAndTheirSectionsTileTheRequest(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    analyze(
        RandomTraces.linked(random, spans, 10),
        Fold.LOG2,
        request -> {
          KeptSpans kept = request.details().keptSpans(request.spanCount()).orElseThrow();
          assertThat(request.details().keptSpans(request.spanCount() - 1)).isEmpty();
          assertThat(kept.spans()).hasSize(request.spanCount());
          request
              .details()
              .spans(ALL)
              .forEach(
                  (span, parent, frame, kind, blocking, orphan, start, duration) -> {
                    Span copy = kept.spans().get(span);
                    assertThat(copy.parent()).isEqualTo(span == 0 ? -1 : parent);
                    assertThat(copy.startNanos()).isEqualTo(start);
                    assertThat(copy.durationNanos()).isEqualTo(duration);
                    assertThat(copy.kind()).isEqualTo(kind);
                  });
          long covered = 0;
          for (Section section : kept.criticalPath()) {
            assertThat(section.fromNanos()).isEqualTo(covered);
            covered = section.toNanos();
          }
          assertThat(covered).isEqualTo(request.durationNanos());
        });
  }

  @Test
  void theCallsOfARunAreOneNode() {
    TraceSpec spec = TraceSpec.trace().root("shop", 0, 100).host("h1");
    for (int i = 0; i < 3; i++) {
      spec.child("shop", "cart", 10 + 20 * i, 25 + 20 * i)
          .host("h" + (2 + i))
          .child("cart", "db", 12 + 20 * i, 20 + 20 * i);
    }
    spec.child("shop", "mail", 90, 150).kind(SpanKind.CONSUMER).async();
    List<NodeTimes> found = new ArrayList<>();
    analyze(spec, Fold.LOG2, request -> found.add(request.details().nodeTimes(ALL)));

    NodeTimes times = found.get(0);
    assertThat(times.calls()).containsExactly(1, 3, 3, 1);
    assertThat(times.inclusiveNanos()).containsExactly(100, 45, 24, 60);
    assertThat(times.exclusiveNanos()).containsExactly(55, 21, 24, 60);
    assertThat(times.criticalNanos()).containsExactly(55, 21, 24, 0);
    assertThat(times.hosts()).containsExactly("h1", "h2", "", "");
  }

  @Test
  void aChainOfAHundredThousandCallsHasTimes() {
    TraceSpec spec = TraceSpec.trace().root("s0", 0, 300_000).kind(SpanKind.INTERNAL);
    for (int i = 1; i < 100_000; i++) {
      spec.root("s" + i % 7, i, 300_000 - i).parentId(i).kind(SpanKind.INTERNAL);
    }
    List<NodeTimes> found = new ArrayList<>();
    analyze(spec, Fold.LOG2, request -> found.add(request.details().nodeTimes(1_000)));

    assertThat(found.get(0).size()).isEqualTo(1_000);
    assertThat(found.get(0).exclusiveNanos()).containsOnly(2);
    assertThat(found.get(0).criticalNanos()).containsOnly(2);
  }

  private record Sums(int calls, long inclusive, long exclusive, long critical) {
    Sums plus(Sums other) {
      return new Sums(
          calls + other.calls,
          inclusive + other.inclusive,
          exclusive + other.exclusive,
          critical + other.critical);
    }
  }

  private static Map<Frame, Sums> byFrame(CanonicalForm form, NodeTimes times) {
    Map<Frame, Sums> sums = new HashMap<>();
    for (int node = 0; node < times.size(); node++) {
      Node named = form.nodes().get(node);
      sums.merge(
          named.frame(),
          new Sums(
              times.calls()[node],
              times.inclusiveNanos()[node],
              times.exclusiveNanos()[node],
              times.criticalNanos()[node]),
          Sums::plus);
    }
    return sums;
  }

  /** Marks each nanosecond in which a span waits. */
  private static Map<Frame, Sums> slow(RequestAnalysis request) {
    KeptSpans kept = request.details().keptSpans(ALL).orElseThrow();
    List<BitSet> waiting = new ArrayList<>();
    request
        .details()
        .spans(ALL)
        .forEach(
            (span, parent, frame, kind, blocking, orphan, start, duration) -> {
              waiting.add(new BitSet());
              if (span > 0 && blocking) {
                Span above = kept.spans().get(parent);
                long from = Math.max(start, above.startNanos());
                long to = Math.min(start + duration, above.startNanos() + above.durationNanos());
                if (from < to) {
                  waiting
                      .get(parent)
                      .set((int) (from - above.startNanos()), (int) (to - above.startNanos()));
                }
              }
            });
    Map<Frame, Sums> sums = new HashMap<>();
    IntStream.range(0, waiting.size())
        .forEach(
            span -> {
              Span copy = kept.spans().get(span);
              long critical =
                  kept.criticalPath().stream()
                      .filter(section -> section.span() == span)
                      .mapToLong(section -> section.toNanos() - section.fromNanos())
                      .sum();
              long nanos = copy.durationNanos();
              sums.merge(
                  copy.frame(),
                  new Sums(1, nanos, nanos - waiting.get(span).cardinality(), critical),
                  Sums::plus);
            });
    return sums;
  }
}
