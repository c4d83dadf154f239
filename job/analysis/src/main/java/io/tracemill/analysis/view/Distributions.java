package io.tracemill.analysis.view;

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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    RequestExtents extents = new RequestExtents(replay.tree(), replay.path());
    RequestWeights.Builder weights = new RequestWeights.Builder();
    List<long[]> found = new ArrayList<>();
    Map<Frame, Set<Frame>> callers = new HashMap<>();
    for (KeptRequest request : requests) {
      if (weights.countsWhole(request)) {
        weights.add(request);
        TraceTree tree = replay.load(request);
        replay.path(0);
        found.add(extents.of(request.durationNanos()));
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
