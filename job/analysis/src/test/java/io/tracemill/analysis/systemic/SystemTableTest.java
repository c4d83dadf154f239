package io.tracemill.analysis.systemic;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.profile.Distribution;
import io.tracemill.analysis.profile.ExtentSums;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.systemic.SystemReport.Figure;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SystemTableTest {
  private static final long TOLERANCE = 1_000_000;

  /** Interior requests are analysed too, and must change nothing. */
  private static final AnalysisRules RULES =
      new AnalysisRules(
          true, true, List.of(), 50_000_000, TOLERANCE, AnalysisRules.standard().fold(), List.of());

  /** The sums of each endpoint. */
  private static final class Endpoints implements AnalysisSink {
    private record Sums(FrameSums frames, ExtentSums extents) {}

    private final Map<Frame, Sums> sums = new HashMap<>();

    @Override
    public void request(RequestAnalysis request) {
      Sums endpoint =
          sums.computeIfAbsent(
              request.endpoint(), f -> new Sums(new FrameSums(10_000), new ExtentSums()));
      endpoint.frames.add(request);
      endpoint.extents.add(request);
    }

    @Override
    public void late(LateSpan span) {
      throw new AssertionError(span);
    }

    SystemReport report() throws IOException {
      SystemTable table = new SystemTable();
      for (Sums endpoint : sums.values()) {
        table.add(copy(endpoint.extents), endpoint.frames.calls());
      }
      return table.report(0, 60_000);
    }

    private static ExtentSums copy(ExtentSums sums) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sums.write(new DataOutputStream(bytes));
      ExtentSums copy = new ExtentSums();
      copy.mergeFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      return copy;
    }
  }

  private static SystemReport report(List<TraceSpec> traces) throws IOException {
    Endpoints endpoints = new Endpoints();
    TraceAnalyzer analyzer = new TraceAnalyzer(RULES);
    for (TraceSpec trace : traces) {
      analyzer.analyze(trace.assembled(), new QualityLedger(60_000), endpoints);
    }
    return endpoints.report();
  }

  @Property
  void figuresAreThoseOfALookAtEveryRequest(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 40) int spans,
      @ForAll @IntRange(min = 1, max = 8) int count,
      @ForAll boolean dirty)
      throws IOException {
    List<TraceSpec> traces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      traces.add(
          dirty
              ? RandomTraces.dirty(random, spans)
              : RandomTraces.linked(random, 1 + random.nextInt(spans), 700_000));
    }
    Slow slow = new Slow();
    traces.forEach(slow::look);

    SystemReport report = report(traces);

    assertThat(report.requests()).isEqualTo(report.distributions().get(0).values().count());
    assertThat(report.distributions()).extracting(Figure::name).containsAll(slow.values().keySet());
    for (Figure figure : report.distributions()) {
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
        .isEqualTo((double) sorted.stream().mapToLong(x -> x).sum() / sorted.size());
    assertThat(found.max()).isEqualTo(sorted.get(sorted.size() - 1));
    for (int percent : new int[] {50, 90, 95, 99}) {
      long exact = sorted.get((sorted.size() * percent + 99) / 100 - 1);
      assertThat((double) found.quantile(percent / 100.0))
          .isCloseTo((double) exact, within(0.01 * exact + 0.5));
    }
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

  @Test
  void aSpanThatEndsWhenAnotherStartsDoesNotOverlapIt() throws IOException {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 0, 40).child("r", "b", 40, 90);
    SystemReport report = report(List.of(spec.child("b", "c", 50, 50)));

    assertThat(report.distributions())
        .filteredOn(figure -> figure.name().equals("concurrentSpans"))
        .singleElement()
        .satisfies(figure -> assertThat(figure.values().max()).isEqualTo(2));
  }

  @Test
  void aFrameIsCalledByEveryFrameOfEveryEndpointThatStandsAboveIt() throws IOException {
    SystemReport report =
        report(
            List.of(
                trace(1).root("r", 0, 100).child("r", "db", 0, 40).child("r", "db", 50, 60),
                trace(2).root("s", 0, 100).child("s", "db", 0, 40)));

    Distribution callers = report.distributions().get(7).values();
    assertThat(callers.count()).isEqualTo(1);
    assertThat(callers.max()).isEqualTo(2);
  }
}
