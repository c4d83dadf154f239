package io.tracemill.analysis.profile;

import io.tracemill.analysis.profile.EndpointProfile.Evidence;
import io.tracemill.analysis.profile.EndpointProfile.Exemplar;
import io.tracemill.analysis.profile.EndpointProfile.Latency;
import io.tracemill.analysis.profile.EndpointProfile.Node;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes an endpoint's profile from its sums. It merges the trees of all categories into one,
 * largest categories first in case of a limit. Siblings with the most time come first.
 */
public final class ProfileReader {
  private final EndpointAccumulator sums;
  private final CategoryAccumulator all;
  private final int categories;

  private ProfileReader(EndpointAccumulator sums, int categories) {
    this.sums = sums;
    this.all = sums.other();
    this.categories = categories;
  }

  /**
   * The profile of one window.
   *
   * @param sums the sums of the window's requests; not changed
   * @param startMillis start of the window, milliseconds since the epoch
   * @param endMillis its end, exclusive
   */
  public static EndpointProfile profile(
      EndpointAccumulator sums, Frame endpoint, long startMillis, long endMillis) {
    EndpointAccumulator all = new EndpointAccumulator(sums.limits());
    all.mergeAsOne(sums);
    int categories = sums.categories().size() + (sums.other().count() > 0 ? 1 : 0);
    return profile(all, categories, endpoint, startMillis, endMillis);
  }

  /**
   * The same profile if all requests are in {@link EndpointAccumulator#other}.
   *
   * @param categories their number of categories
   */
  static EndpointProfile profile(
      EndpointAccumulator sums, int categories, Frame endpoint, long startMillis, long endMillis) {
    return new ProfileReader(sums, categories).profile(endpoint, startMillis, endMillis);
  }

  private EndpointProfile profile(Frame endpoint, long startMillis, long endMillis) {
    return new EndpointProfile(
        endpoint,
        startMillis,
        endMillis,
        all.count(),
        sums.failures().errors(),
        latency(all),
        evidence(),
        tree(),
        sums.sample().exemplars().stream()
            .map(each -> new Exemplar(each.traceId(), each.spanId(), each.durationNanos()))
            .toList(),
        sums.failures().failures());
  }

  /** The response times of an endpoint whose requests are all in one category. */
  public static Latency latency(CategoryAccumulator all) {
    return new Latency(
        roundedMean(all.latencySumNanos(), all.count()),
        latencyQuantile(all, 0.50),
        latencyQuantile(all, 0.90),
        latencyQuantile(all, 0.95),
        latencyQuantile(all, 0.99),
        all.latencyMaxNanos());
  }

  /** A bin's value can be above the longest duration in it. */
  private static long latencyQuantile(CategoryAccumulator all, double q) {
    return Math.min(all.latency().quantile(q), all.latencyMaxNanos());
  }

  /** Divides and rounds to the nearest, halves up; 0 without requests. */
  public static long roundedMean(long sum, long count) {
    if (count == 0) {
      return 0;
    }
    long remainder = sum % count;
    return sum / count + (remainder >= count - remainder ? 1 : 0);
  }

  private Evidence evidence() {
    EvidenceSums evidence = sums.evidence();
    long total = all.latencySumNanos();
    return new Evidence(
        evidence.incomplete(),
        evidence.truncated(),
        evidence.corrected(),
        evidence.skewNanos(),
        evidence.clippedNanos(),
        total == 0 ? 0 : (double) evidence.clippedNanos() / total,
        categories);
  }

  private List<Node> tree() {
    CallTreeAccumulator tree = all.tree();
    long[] inclusive = tree.inclusiveNanos();
    int[] order = tree.largestFirst(inclusive);
    int[] position = new int[order.length];
    List<Node> nodes = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      position[node] = i;
      int parent = tree.parent(node);
      nodes.add(
          new Node(
              parent < 0 ? -1 : position[parent],
              tree.step(node),
              tree.traces(node),
              inclusive[node],
              tree.exclusiveNanos(node),
              percentiles(tree.exclusive(node))));
    }
    return nodes;
  }

  private static Percentiles percentiles(LatencySketch sketch) {
    return new Percentiles(sketch.quantile(0.50), sketch.quantile(0.95), sketch.quantile(0.99));
  }
}
