package io.tracemill.cli.demo;

import java.util.random.RandomGenerator;

/**
 * The distribution of a duration: log-normal, as response times are.
 *
 * @param medianMillis half of the samples are shorter
 * @param sigma standard deviation of the logarithm; 0.5 puts the 99th percentile at 3.2 medians
 */
record Latency(double medianMillis, double sigma) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long SHORTEST_NANOS = 1_000;

  Latency {
    if (!(medianMillis > 0) || !(sigma >= 0)) {
      throw new IllegalArgumentException("median %s ms, sigma %s".formatted(medianMillis, sigma));
    }
  }

  /** A sample of at least a microsecond. */
  long sampleNanos(RandomGenerator random) {
    double millis = medianMillis * Math.exp(sigma * random.nextGaussian());
    return Math.max(SHORTEST_NANOS, Math.round(millis * NANOS_PER_MILLI));
  }
}
