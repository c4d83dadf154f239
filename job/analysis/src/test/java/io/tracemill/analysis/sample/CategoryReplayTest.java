package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CategoryReplayTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static void analyze(TraceSpec spec, Fold fold, Consumer<RequestAnalysis> check) {
    AnalysisRules rules = new AnalysisRules(true, List.of(), 40, 3, fold, TraceSpec.ATTRIBUTES);
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

  private static ReplayRules rules(Fold fold) {
    return new ReplayRules(40, 3, fold);
  }

  private static KeptRequest kept(RequestAnalysis request, int maxSpans) {
    return new KeptRequest(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        0,
        request.startNanos(),
        request.durationNanos(),
        request.failed(),
        request.complete(),
        request.spanCount(),
        request.category(),
        List.of(),
        request.spanCount() > maxSpans,
        request.details().packedSpans(maxSpans),
        1,
        1,
        false);
  }

  private static ReplayedTimes times(RequestAnalysis request, Fold fold) {
    return new CategoryReplay(rules(fold)).times(kept(request, ALL));
  }

  private static long nanos(CriticalPath path, int place) {
    long nanos = 0;
    for (int i = path.firstSection(place); i < path.endSection(place); i++) {
      nanos += path.sectionTo(i) - path.sectionFrom(i);
    }
    return nanos;
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
          ReplayedTimes times = times(request, fold);
          CanonicalForm form = request.details().form(ALL);

          assertThat(times.size()).isEqualTo(form.nodes().size());
          assertThat(byFrame(form, times)).isEqualTo(slow(request, fold));
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
          CategoryReplay replay = new CategoryReplay(rules(Fold.LOG2));
          ReplayedTimes whole = replay.times(kept(request, ALL), ALL);
          ReplayedTimes cut = replay.times(kept(request, ALL), maxNodes);
          int size = Math.min(maxNodes, whole.size());

          assertThat(cut.calls()).isEqualTo(Arrays.copyOf(whole.calls(), size));
          assertThat(cut.inclusiveNanos()).isEqualTo(Arrays.copyOf(whole.inclusiveNanos(), size));
          assertThat(cut.exclusiveNanos()).isEqualTo(Arrays.copyOf(whole.exclusiveNanos(), size));
          assertThat(cut.criticalNanos()).isEqualTo(Arrays.copyOf(whole.criticalNanos(), size));
        });
  }

  @Property
  void aLargeRequestKeepsItsPath(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 25) int spans,
      @ForAll @IntRange(min = 1, max = 24) int maxSpans) {
    analyze(
        RandomTraces.linked(random, spans, 10),
        Fold.LOG2,
        request -> {
          KeptRequest path = kept(request, maxSpans);
          RequestReplay replay = new RequestReplay(rules(Fold.LOG2));
          TraceTree tree = replay.load(path);
          long nanos = 0;
          for (int i = 0; i < replay.path(0).spanCount(); i++) {
            nanos += nanos(replay.path(0), i);
          }

          assertThat(tree.size()).isLessThanOrEqualTo(Math.max(maxSpans, 1));
          assertThat(nanos).isEqualTo(request.durationNanos());
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
    List<ReplayedTimes> found = new ArrayList<>();
    analyze(spec, Fold.LOG2, request -> found.add(times(request, Fold.LOG2)));

    ReplayedTimes times = found.get(0);
    assertThat(times.calls()).containsExactly(1, 3, 3, 1);
    assertThat(times.inclusiveNanos()).containsExactly(100, 45, 24, 60);
    assertThat(times.exclusiveNanos()).containsExactly(55, 21, 24, 60);
    assertThat(times.criticalNanos()).containsExactly(55, 21, 24, 0);
  }

  @Test
  void aChainOfAHundredThousandCallsHasTimes() {
    TraceSpec spec = TraceSpec.trace().root("s0", 0, 300_000).kind(SpanKind.INTERNAL);
    for (int i = 1; i < 100_000; i++) {
      spec.root("s" + i % 7, i, 300_000 - i).parentId(i).kind(SpanKind.INTERNAL);
    }
    List<ReplayedTimes> found = new ArrayList<>();
    analyze(spec, Fold.LOG2, request -> found.add(times(request, Fold.LOG2)));

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

  private static Map<Frame, Sums> byFrame(CanonicalForm form, ReplayedTimes times) {
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

  /** Marks each nanosecond in which a span waits. Spans below asynchronous calls have no node. */
  private static Map<Frame, Sums> slow(RequestAnalysis request, Fold fold) {
    RequestReplay replay = new RequestReplay(rules(fold));
    TraceTree tree = replay.load(kept(request, ALL));
    List<BitSet> waiting = new ArrayList<>();
    for (int span = 0; span < tree.size(); span++) {
      waiting.add(new BitSet());
      if (span > 0 && tree.blocking(span)) {
        int parent = tree.parent(span);
        long above = tree.startNanos(parent);
        long from = Math.max(tree.startNanos(span), above);
        long to = Math.min(tree.endNanos(span), tree.endNanos(parent));
        if (from < to) {
          waiting.get(parent).set((int) (from - above), (int) (to - above));
        }
      }
    }
    long[] critical = new long[tree.size()];
    CriticalPath path = replay.path(0);
    for (int place = 0; place < path.spanCount(); place++) {
      critical[path.span(place)] += nanos(path, place);
    }
    Map<Frame, Sums> sums = new HashMap<>();
    boolean[] hidden = new boolean[tree.size()];
    for (int span = 0; span < tree.size(); span++) {
      int parent = tree.parent(span);
      hidden[span] = span > 0 && (hidden[parent] || (parent > 0 && tree.async(parent)));
      if (hidden[span]) {
        continue;
      }
      long nanos = tree.endNanos(span) - tree.startNanos(span);
      long own = nanos - waiting.get(span).cardinality();
      sums.merge(tree.frame(span), new Sums(1, nanos, own, critical[span]), Sums::plus);
    }
    return sums;
  }
}
