package io.tracemill.analysis.view;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The requests between two percentiles of the response times.
 *
 * @param name {@code <=P95}, {@code P95-99}, ...
 * @param fromNanos lower end, exclusive (0 for the first class)
 * @param toNanos upper end, inclusive
 * @param traces number of requests
 * @param keptTraces number of kept requests behind the tree
 * @param tree their critical calling context tree, summed over {@code traces}; largest siblings
 *     first
 */
public record LatencyClass(
    String name, long fromNanos, long toNanos, long traces, long keptTraces, List<ClassNode> tree) {
  /** The names of all latency classes. */
  public static final List<String> NAMES =
      List.of("<=P50", "<=P95", "<=P99", "P0-50", "P50-90", "P90-95", "P95-99", "P99-100");

  public LatencyClass {
    requireNonNull(name, "name");
    tree = List.copyOf(tree);
  }
}
