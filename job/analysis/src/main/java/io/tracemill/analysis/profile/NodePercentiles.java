package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.record.EndpointProfile.Percentiles;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.CallTreeSums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The percentiles of the own time of each node of a tree, from sampled requests. */
final class NodePercentiles {
  private static final int MIN_REQUESTS = 20;

  private static final Percentiles NONE =
      new Percentiles(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);

  private record Child(int parent, PathStep step) {}

  private record Timed(long nanos, double weight) {}

  private final Map<Child, Integer> nodes = new HashMap<>();
  private final Map<Integer, List<Timed>> times = new HashMap<>();

  private NodePercentiles() {}

  static NodePercentiles of(CallTreeSums tree, List<RequestRow> rows) {
    NodePercentiles percentiles = new NodePercentiles();
    if (!rows.isEmpty()) {
      for (int node = 0; node < tree.size(); node++) {
        percentiles.nodes.put(new Child(tree.parent(node), tree.step(node)), node);
      }
      rows.forEach(percentiles::add);
    }
    return percentiles;
  }

  /** Paths that the tree has in {@code (other)} are left out. */
  private void add(RequestRow row) {
    PathTimes path = row.path();
    int[] found = new int[path.size()];
    for (int i = 0; i < found.length; i++) {
      int above = path.parent(i) < 0 ? -1 : found[path.parent(i)];
      boolean known = path.parent(i) < 0 || above >= 0;
      found[i] = known ? nodes.getOrDefault(new Child(above, path.step(i)), -1) : -1;
      if (found[i] >= 0 && row.weight() > 0) {
        times
            .computeIfAbsent(found[i], added -> new ArrayList<>())
            .add(new Timed(path.exclusiveNanos(i), row.weight()));
      }
    }
  }

  Percentiles of(int node) {
    List<Timed> timed = times.getOrDefault(node, List.of());
    if (timed.isEmpty()) {
      return NONE;
    }
    timed.sort(Comparator.comparingLong(Timed::nanos));
    double all = timed.stream().mapToDouble(Timed::weight).sum();
    return new Percentiles(
        quantile(timed, all, 0.50),
        quantile(timed, all, 0.95),
        quantile(timed, all, 0.99),
        timed.size());
  }

  /** Absent if fewer than one of the requests would be above it, or there are hardly any. */
  private static OptionalLong quantile(List<Timed> ascending, double all, double q) {
    if (ascending.size() < MIN_REQUESTS || ascending.size() * (1 - q) < 1 - 1e-9) {
      return OptionalLong.empty();
    }
    double left = q * all * (1 - 1e-12);
    for (Timed each : ascending) {
      left -= each.weight();
      if (left <= 0) {
        return OptionalLong.of(each.nanos());
      }
    }
    return OptionalLong.of(ascending.get(ascending.size() - 1).nanos());
  }
}
