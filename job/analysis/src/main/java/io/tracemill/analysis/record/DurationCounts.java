package io.tracemill.analysis.record;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram of durations that adds up.
 *
 * @param sumNanos their sum, nanoseconds, exact
 * @param atMost by bound of {@link #BOUNDS_NANOS}, the number of durations up to it; a duration
 *     within 1 % of a bound may count on its other side
 */
public record DurationCounts(long sumNanos, List<Long> atMost) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The bounds: the defaults of the OpenTelemetry Collector's servicegraph connector. */
  public static final List<Long> BOUNDS_NANOS =
      List.of(2, 4, 6, 8, 10, 50, 100, 200, 400, 800, 1_000, 1_400, 2_000, 5_000, 10_000, 15_000)
          .stream()
          .map(millis -> millis * NANOS_PER_MILLI)
          .toList();

  public DurationCounts {
    atMost = List.copyOf(atMost);
  }

  /** The durations of a sketch, with their sum. */
  public static DurationCounts of(LatencySketch durations, long sumNanos) {
    long[] counts = new long[BOUNDS_NANOS.size()];
    durations.forEachBin(
        (bin, count) -> {
          long nanos = LatencySketch.valueOf(bin);
          for (int bound = counts.length - 1; bound >= 0; bound--) {
            counts[bound] += nanos <= BOUNDS_NANOS.get(bound) ? count : 0;
          }
        });
    List<Long> atMost = new ArrayList<>();
    for (long count : counts) {
      atMost.add(count);
    }
    return new DurationCounts(sumNanos, atMost);
  }
}
