package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.CallTreeSums;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cost of each frame in one endpoint's requests, whatever the call path. The time of an edge
 * counts at the frame of its client span.
 */
public final class FrameCosts {
  private static final Frame OTHER = PathStep.OTHER.frame();

  /** The most callers of a frame; the rest counts as {@code (other)}. */
  private static final int MAX_CALLERS = 50;

  /**
   * The cost of one frame.
   *
   * @param exclusiveNanos its own time on critical paths
   * @param traces number of requests with it on their critical path
   * @param tracesPresent number of requests that have it, on or off the path
   * @param callers by the frame directly above it on the path, the part of {@code exclusiveNanos};
   *     first spans have no caller
   */
  public record Cost(
      long exclusiveNanos, long traces, long tracesPresent, Map<Frame, Long> callers) {}

  private final Map<Frame, Long> exclusive = new HashMap<>();
  private final Map<Frame, Long> traces = new HashMap<>();
  private final Map<Frame, Map<Frame, Long>> callers = new HashMap<>();

  private FrameCosts() {}

  /** By frame, its cost in these requests. */
  public static Map<Frame, Cost> of(EndpointSums sums) {
    FrameCosts costs = new FrameCosts();
    sums.categories().values().forEach(category -> costs.add(category.tree()));
    costs.add(sums.other().tree());
    return costs.costs(sums.presentFrames());
  }

  private void add(CallTreeSums tree) {
    for (int node = 0; node < tree.size(); node++) {
      Frame frame = tree.step(node).frame();
      long nanos = tree.exclusiveNanos(node);
      exclusive.merge(frame, nanos, Long::sum);
      int above = callerOf(tree, node);
      if (above >= 0) {
        callers
            .computeIfAbsent(frame, added -> new HashMap<>())
            .merge(tree.step(above).frame(), nanos, Long::sum);
      }
    }
    tree.frameTraces().forEach((frame, count) -> traces.merge(frame, count, Long::sum));
  }

  /** The node of the caller: an edge below its own span's node belongs to the same call. */
  private static int callerOf(CallTreeSums tree, int node) {
    int above = tree.parent(node);
    boolean sameSpan =
        above >= 0
            && tree.step(node).callee().isPresent()
            && tree.step(above).callee().isEmpty()
            && tree.step(above).frame().equals(tree.step(node).frame());
    return sameSpan ? tree.parent(above) : above;
  }

  private Map<Frame, Cost> costs(Map<Frame, Long> present) {
    Map<Frame, Cost> costs = new TreeMap<>();
    present.forEach((frame, count) -> costs.put(frame, cost(frame, count)));
    exclusive.keySet().forEach(frame -> costs.computeIfAbsent(frame, added -> cost(added, 0)));
    return costs;
  }

  private Cost cost(Frame frame, long present) {
    long onPath = traces.getOrDefault(frame, 0L);
    return new Cost(
        exclusive.getOrDefault(frame, 0L),
        onPath,
        Math.max(onPath, present),
        largest(callers.getOrDefault(frame, Map.of())));
  }

  private static Map<Frame, Long> largest(Map<Frame, Long> callers) {
    if (callers.size() <= MAX_CALLERS) {
      return callers;
    }
    Map<Frame, Long> kept = new HashMap<>();
    callers.entrySet().stream()
        .sorted(
            Map.Entry.<Frame, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(
            caller ->
                kept.merge(
                    kept.size() < MAX_CALLERS ? caller.getKey() : OTHER,
                    caller.getValue(),
                    Long::sum));
    return kept;
  }
}
