package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.DurationSums;
import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.Moments;
import io.tracemill.analysis.layer.Percentile;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * One metric of a group: over all requests, over normal requests, and over the tail.
 *
 * @param boundaryRequests requests in the stratum of the threshold
 */
public record Times(Summary all, Summary normal, Summary tail, long boundaryRequests) {
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  /**
   * Durations of one kind.
   *
   * @param sumNanos their exact sum
   * @param stddevNanos the standard deviation of the durations
   */
  public record Summary(
      long count, long sumNanos, double stddevNanos, Percentile p50, Percentile p99) {
    private static Summary of(Moments moments, DoubleFunction<Percentile> percentile) {
      return new Summary(
          moments.count(),
          moments.sumNanos(),
          moments.stddevNanos(),
          percentile.apply(MEDIAN),
          percentile.apply(P99));
    }

    /** The mean, nanoseconds; 0 without durations. */
    public double meanNanos() {
      return count == 0 ? 0 : (double) sumNanos / count;
    }
  }

  /** Times of an operation: the sums for given strata. */
  static Times ofOperation(Tail split, Function<List<Integer>, DurationSums> sums) {
    return of(
        split,
        strata -> {
          DurationSums chosen = sums.apply(strata);
          return Summary.of(chosen.moments(), chosen::percentile);
        });
  }

  /** Times of one value of a group. */
  static Times ofValue(Tail split, GroupSums group, int value) {
    return of(
        split,
        strata ->
            Summary.of(group.moments(value, strata), q -> group.percentile(value, strata, q)));
  }

  private static Times of(Tail split, Function<List<Integer>, Summary> summary) {
    return new Times(
        summary.apply(split.all()),
        summary.apply(split.normal()),
        summary.apply(split.tail()),
        split.boundaryRequests());
  }
}
