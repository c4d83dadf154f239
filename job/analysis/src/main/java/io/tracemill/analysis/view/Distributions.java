package io.tracemill.analysis.view;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.RequestWeights;
import io.tracemill.analysis.view.estimate.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Distributions of the duration and the size of requests (CRISP section 7.2).
 *
 * @param figures each with its name in records; {@code callersPerFrame} counts frames of the kept
 *     requests instead of requests
 */
public record Distributions(Basis basis, List<Figure> figures) {
  private static final List<String> NAMES =
      List.of(
          "latencyNanos",
          "spansPerRequest",
          "framesPerRequest",
          "callDepth",
          "concurrentSpans",
          "spansOnCriticalPath",
          "framesOnCriticalPath");

  public Distributions {
    figures = List.copyOf(figures);
  }

  /** A figure of requests. */
  public record Figure(String name, Distribution values) {}

  /** The distributions of these requests. */
  public static Distributions of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestReplay replay = new RequestReplay(rules);
    RequestWeights.Builder weights = new RequestWeights.Builder();
    List<long[]> found = new ArrayList<>();
    Map<Frame, Set<Frame>> callers = new HashMap<>();
    for (KeptRequest request : requests) {
      if (weights.countsWhole(request)) {
        weights.add(request);
        TraceTree tree = replay.load(request);
        found.add(extents(tree, replay.path(0), request.durationNanos()));
        enterCallers(tree, callers);
      }
    }
    RequestWeights all = weights.build();
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      int figure = i;
      long[] values = found.stream().mapToLong(extent -> extent[figure]).toArray();
      figures.add(new Figure(NAMES.get(i), all.of(values).distribution()));
    }
    long[] counts = callers.values().stream().mapToLong(Set::size).toArray();
    Values each = RequestWeights.ones(counts.length, all.exact()).of(counts);
    figures.add(new Figure("callersPerFrame", each.distribution()));
    return new Distributions(all.basis(), figures);
  }

  /**
   * The figures of a request by its corrected times, in the order of their names. A span that ends
   * when another starts does not overlap it, and a span without duration does not count.
   */
  private static long[] extents(TraceTree tree, CriticalPath path, long durationNanos) {
    return new long[] {
      durationNanos,
      tree.size(),
      frames(tree, IntStream.range(0, tree.size())),
      depth(tree),
      concurrency(tree),
      path.spanCount(),
      frames(tree, IntStream.range(0, path.spanCount()).map(path::span))
    };
  }

  private static long frames(TraceTree tree, IntStream spans) {
    return spans.map(tree::frameNumber).distinct().count();
  }

  /** The number of spans in the longest call chain; 1 for a single span. */
  private static int depth(TraceTree tree) {
    int[] depth = new int[tree.size()];
    for (int span = 0; span < depth.length; span++) {
      depth[span] = span == 0 ? 1 : depth[tree.parent(span)] + 1;
    }
    return Arrays.stream(depth).max().orElse(0);
  }

  /** The most spans that run at one instant. */
  private static int concurrency(TraceTree tree) {
    long[] starts = IntStream.range(0, tree.size()).mapToLong(tree::startNanos).sorted().toArray();
    long[] ends = IntStream.range(0, tree.size()).mapToLong(tree::endNanos).sorted().toArray();
    int most = 0;
    int ended = 0;
    for (int started = 0; started < starts.length; started++) {
      while (ended < ends.length && ends[ended] <= starts[started]) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }

  private static void enterCallers(TraceTree tree, Map<Frame, Set<Frame>> callers) {
    for (int span = 1; span < tree.size(); span++) {
      if (!tree.orphan(span)) {
        callers
            .computeIfAbsent(tree.frame(span), added -> new HashSet<>())
            .add(tree.frame(tree.parent(span)));
      }
    }
  }
}
