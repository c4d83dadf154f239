package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.Distributions.Figure;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.estimate.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DistributionsTest {
  private static final long TOLERANCE = 1_000_000;

  @Property
  void figuresAreThoseOfALookAtEveryRequest(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 40) int spans,
      @ForAll @IntRange(min = 1, max = 8) int count,
      @ForAll boolean dirty) {
    List<TraceSpec> traces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      traces.add(
          dirty
              ? RandomTraces.dirty(random, spans)
              : RandomTraces.linked(random, 1 + random.nextInt(spans), 700_000));
    }
    Slow slow = new Slow();
    traces.forEach(slow::look);

    Distributions found =
        Distributions.of(
            traces.stream().flatMap(trace -> Kept.all(trace).stream()).toList(),
            Kept.rules(TOLERANCE));

    assertThat(found.figures()).extracting(Figure::name).containsAll(slow.values().keySet());
    for (Figure figure : found.figures()) {
      check(figure.values(), slow.values().getOrDefault(figure.name(), List.of()));
    }
  }

  private static void check(Distribution found, List<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    assertThat(found.count()).isEqualTo(sorted.size());
    if (sorted.isEmpty()) {
      assertThat(found.max()).isZero();
      return;
    }
    assertThat(found.mean())
        .isEqualTo(
            Estimate.exact((double) sorted.stream().mapToLong(x -> x).sum() / sorted.size()));
    assertThat(found.max()).isEqualTo(sorted.get(sorted.size() - 1));

    assertThat(found.percentiles())
        .isEqualTo(
            new Percentiles(
                exact(sorted, 50), exact(sorted, 90), exact(sorted, 95), exact(sorted, 99)));
  }

  private static Optional<Percentile> exact(List<Long> sorted, int percent) {
    long exact = sorted.get((sorted.size() * percent + 99) / 100 - 1);
    return Optional.of(new Percentile(exact, exact, exact));
  }

  /** Computes each figure of each request by its definition. */
  private static final class Slow {
    private final Map<String, List<Long>> values = new LinkedHashMap<>();
    private final Map<Frame, Set<Frame>> callers = new HashMap<>();

    Map<String, List<Long>> values() {
      Map<String, List<Long>> all = new LinkedHashMap<>(values);
      all.put("callersPerFrame", callers.values().stream().map(c -> (long) c.size()).toList());
      return all;
    }

    void look(TraceSpec spec) {
      AnalyzedTrees analyzed = AnalyzedTrees.of(spec, TOLERANCE);
      TraceTree tree = analyzed.tree();
      for (int root = 0; root < tree.size(); root++) {
        if (root == 0 || tree.opensAsyncRequest(root)) {
          analyzed.skew().correct(tree, root);
          analyzed.path().find(root);
          look(analyzed, root);
        }
      }
    }

    private void look(AnalyzedTrees analyzed, int root) {
      TraceTree tree = analyzed.tree();
      int end = tree.subtreeEnd(root);
      Set<Frame> frames = new HashSet<>();
      long depth = 0;
      long concurrency = 0;
      for (int span = root; span < end; span++) {
        frames.add(tree.frame(span));
        depth = Math.max(depth, depth(tree, span, root));
        concurrency = Math.max(concurrency, running(tree, root, tree.startNanos(span)));
        if (span != root && !tree.orphan(span)) {
          callers
              .computeIfAbsent(tree.frame(span), f -> new HashSet<>())
              .add(tree.frame(tree.parent(span)));
        }
      }
      Set<Frame> onPath = new HashSet<>();
      for (int place = 0; place < analyzed.path().spanCount(); place++) {
        onPath.add(tree.frame(analyzed.path().span(place)));
      }
      add("latencyNanos", tree.endNanos(root) - tree.startNanos(root));
      add("spansPerRequest", end - root);
      add("framesPerRequest", frames.size());
      add("callDepth", depth);
      add("concurrentSpans", concurrency);
      add("spansOnCriticalPath", analyzed.path().spanCount());
      add("framesOnCriticalPath", onPath.size());
    }

    private void add(String name, long value) {
      values.computeIfAbsent(name, added -> new ArrayList<>()).add(value);
    }

    private static long depth(TraceTree tree, int span, int root) {
      long depth = 1;
      for (int above = span; above != root; above = tree.parent(above)) {
        depth++;
      }
      return depth;
    }

    private static long running(TraceTree tree, int root, long nanos) {
      long running = 0;
      for (int span = root; span < tree.subtreeEnd(root); span++) {
        running += tree.startNanos(span) <= nanos && nanos < tree.endNanos(span) ? 1 : 0;
      }
      return running;
    }
  }

  private static Distribution figure(String name, TraceSpec... traces) {
    List<KeptRequest> requests = Arrays.stream(traces).map(trace -> Kept.of(trace)).toList();
    return Distributions.of(requests, Kept.RULES).figures().stream()
        .filter(figure -> figure.name().equals(name))
        .map(Figure::values)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSpanThatEndsWhenAnotherStartsDoesNotOverlapIt() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 0, 40).child("r", "b", 40, 90);

    assertThat(figure("concurrentSpans", spec.child("b", "c", 50, 50)).max()).isEqualTo(2);
  }

  @Test
  void aFrameIsCalledByEveryFrameOfEveryEndpointThatStandsAboveIt() {
    Distribution callers =
        figure(
            "callersPerFrame",
            trace(1).root("r", 0, 100).child("r", "db", 0, 40).child("r", "db", 50, 60),
            trace(2).root("s", 0, 100).child("s", "db", 0, 40));

    assertThat(callers.count()).isEqualTo(1);
    assertThat(callers.max()).isEqualTo(2);
  }
}
