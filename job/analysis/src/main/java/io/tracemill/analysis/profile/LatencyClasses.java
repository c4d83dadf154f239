package io.tracemill.analysis.profile;

import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import java.util.List;
import java.util.stream.Stream;

/**
 * The requests of an endpoint by latency class, from its sample (semantics 7): the cumulative
 * classes of CRISP's flame graphs and the bands between percentiles.
 *
 * <p>A class is a range of durations whose ends are percentiles. Where the sample holds every
 * request they are exact, and so is all else. Otherwise they are the ends of the sketch's bins: the
 * middle of a bin would part requests of equal duration from their own percentile. Bands add up to
 * the endpoint's count, and a cumulative class to the bands below its end.
 */
final class LatencyClasses {
  /** The duration below the first class: 0 belongs to it. */
  private static final long BELOW_ALL = -1;

  private final RequestSample sample;
  private final ProfileLimits limits;

  private LatencyClasses(RequestSample sample, ProfileLimits limits) {
    this.sample = sample;
    this.limits = limits;
  }

  /**
   * All classes, those without requests too.
   *
   * @param latency the response times of all requests, of which there is at least one
   * @param maxNanos the longest
   */
  static List<LatencyClass> of(
      RequestSample sample, LatencySketch latency, long maxNanos, ProfileLimits limits) {
    LatencyClasses classes = new LatencyClasses(sample, limits);
    Percentile percentile =
        sample.holdsEveryRequest()
            ? exactPercentiles(sample)
            : q -> Math.min(maxNanos, latency.quantileBinEnd(q));
    long p50 = percentile.nanos(0.50);
    long p90 = percentile.nanos(0.90);
    long p95 = percentile.nanos(0.95);
    long p99 = percentile.nanos(0.99);
    LatencyClass half = classes.between("<=P50", BELOW_ALL, p50);
    return List.of(
        half,
        classes.between("<=P95", BELOW_ALL, p95),
        classes.between("<=P99", BELOW_ALL, p99),
        half.named("P0-50"),
        classes.between("P50-90", p50, p90),
        classes.between("P90-95", p90, p95),
        classes.between("P95-99", p95, p99),
        classes.between("P99-100", p99, maxNanos));
  }

  /** The duration below or at which a share of the requests is. */
  private interface Percentile {
    long nanos(double q);
  }

  private static Percentile exactPercentiles(RequestSample sample) {
    long[] durations = requests(sample).mapToLong(SampledRequest::durationNanos).sorted().toArray();
    return q -> durations[(int) LatencySketch.nearestRank(q, durations.length) - 1];
  }

  private static Stream<SampledRequest> requests(RequestSample sample) {
    return sample.strata().stream().flatMap(stratum -> stratum.requests().stream());
  }

  private LatencyClass between(String name, long aboveNanos, long toNanos) {
    ClassTree tree = new ClassTree(limits);
    for (Stratum stratum : sample.strata()) {
      for (SampledRequest request : stratum.requests()) {
        long duration = request.durationNanos();
        if (duration > aboveNanos && duration <= toNanos) {
          tree.add(request, stratum);
        }
      }
    }
    // Differences of rounded counts, so that rounding does not make or lose a request.
    long traces = requestsUpTo(toNanos) - requestsUpTo(aboveNanos);
    return new LatencyClass(
        name, Math.max(0, aboveNanos), toNanos, traces, tree.requests(), tree.nodes(traces));
  }

  /** Estimates how many requests took up to {@code nanos}. */
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
