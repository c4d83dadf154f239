package io.tracemill.analysis.profile;

import io.tracemill.analysis.record.EndpointProfile.LatencyClass;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.sketch.LatencySketch;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of an endpoint by latency class, from its sample (semantics 7): the cumulative
 * classes of CRISP's flame graphs and the bands between percentiles.
 *
 * <p>A class is a range of durations whose ends are percentiles. If the sample holds every request,
 * the ends and all other figures are exact. Otherwise the ends are those of the sketch's bins: the
 * middle of a bin would separate requests of equal duration from their own percentile. Bands add up
 * to the endpoint's count, and a cumulative class to the bands below its end.
 */
final class LatencyClasses {
  /** The duration below the first class: 0 belongs to it. */
  private static final long BELOW_ALL = -1;

  private final RequestSample sample;
  private final ProfileLimits limits;

  /** The durations of all sampled requests, ascending. */
  private final long[] durations;

  /** Several classes can share a range of sampled requests: the estimates by range of ranks. */
  private final Map<Ranks, Estimate> estimates = new HashMap<>();

  /** The number of sampled requests below a class, and up to its end. */
  private record Ranks(int below, int end) {}

  private record Estimate(long traces, List<Node> tree) {}

  private LatencyClasses(RequestSample sample, ProfileLimits limits) {
    this.sample = sample;
    this.limits = limits;
    this.durations =
        sample.strata().stream()
            .flatMap(stratum -> stratum.requests().stream())
            .mapToLong(SampledRequest::durationNanos)
            .sorted()
            .toArray();
  }

  /**
   * All classes, including those without requests.
   *
   * @param latency the response times of all requests, at least one
   * @param maxNanos the longest response time
   */
  static List<LatencyClass> of(
      RequestSample sample, LatencySketch latency, long maxNanos, ProfileLimits limits) {
    LatencyClasses classes = new LatencyClasses(sample, limits);
    boolean exact = sample.holdsEveryRequest();
    long[] ends =
        Arrays.stream(new double[] {0.50, 0.90, 0.95, 0.99})
            .mapToLong(
                q -> exact ? classes.quantile(q) : Math.min(maxNanos, latency.quantileBinEnd(q)))
            .toArray();
    return List.of(
        classes.between("<=P50", BELOW_ALL, ends[0]),
        classes.between("<=P95", BELOW_ALL, ends[2]),
        classes.between("<=P99", BELOW_ALL, ends[3]),
        classes.between("P0-50", BELOW_ALL, ends[0]),
        classes.between("P50-90", ends[0], ends[1]),
        classes.between("P90-95", ends[1], ends[2]),
        classes.between("P95-99", ends[2], ends[3]),
        classes.between("P99-100", ends[3], maxNanos));
  }

  private long quantile(double q) {
    return durations[(int) LatencySketch.nearestRank(q, durations.length) - 1];
  }

  private LatencyClass between(String name, long aboveNanos, long toNanos) {
    Ranks ranks = new Ranks(rank(aboveNanos), rank(toNanos));
    Estimate estimate = estimates.computeIfAbsent(ranks, unknown -> estimate(aboveNanos, toNanos));
    return new LatencyClass(
        name,
        Math.max(0, aboveNanos),
        toNanos,
        estimate.traces(),
        ranks.end() - ranks.below(),
        estimate.tree());
  }

  /** The number of sampled requests that took up to {@code nanos}. */
  private int rank(long nanos) {
    int rank = 0;
    while (rank < durations.length && durations[rank] <= nanos) {
      rank++;
    }
    return rank;
  }

  private Estimate estimate(long aboveNanos, long toNanos) {
    ClassTree tree = new ClassTree(limits);
    for (Stratum stratum : sample.strata()) {
      for (SampledRequest request : stratum.requests()) {
        long duration = request.durationNanos();
        if (duration > aboveNanos && duration <= toNanos) {
          tree.add(request.tree(), stratum.weight());
        }
      }
    }
    // Differences of rounded counts, so that rounding does not make or lose a request.
    long traces = requestsUpTo(toNanos) - requestsUpTo(aboveNanos);
    return new Estimate(traces, tree.nodes(traces));
  }

  /** Estimates the number of requests that took up to {@code nanos}. */
  private long requestsUpTo(long nanos) {
    long whole = 0;
    double share = 0;
    for (Stratum stratum : sample.strata()) {
      int kept = stratum.requests().size();
      long inside = stratum.requests().stream().filter(r -> r.durationNanos() <= nanos).count();
      if (inside == kept) {
        whole += stratum.count();
      } else {
        share += inside * stratum.weight();
      }
    }
    return whole + Math.round(share);
  }
}
