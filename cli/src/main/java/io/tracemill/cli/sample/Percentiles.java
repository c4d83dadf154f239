package io.tracemill.cli.sample;

import java.util.stream.LongStream;

/** Exact percentiles of a few numbers; of none all are 0. */
public record Percentiles(long p50, long p95, long p99, long max) {
  static Percentiles of(LongStream numbers) {
    long[] sorted = numbers.sorted().toArray();
    return new Percentiles(at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), at(sorted, 1));
  }

  /** The smallest number that is not exceeded by this share of them. */
  private static long at(long[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted.length == 0 ? 0 : sorted[Math.max(0, rank - 1)];
  }
}
