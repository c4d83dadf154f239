package io.tracemill.analysis.sketch;

import io.tracemill.analysis.span.TraceId;

/**
 * Pseudo-random numbers that depend on ids alone. A sample that keeps the smallest ones keeps the
 * same requests wherever and in whatever order they are added.
 */
public final class SampleHash {
  private SampleHash() {}

  /** Mixes every bit of the id into 64 pseudo-random bits. */
  public static long of(TraceId trace) {
    return mix(mix(trace.high()) ^ trace.low());
  }

  /** Mixes every bit of the ids into 64 pseudo-random bits. */
  public static long of(TraceId trace, long spanId) {
    return mix(of(trace) ^ spanId);
  }

  /** SplitMix64's finalizer (Stafford's variant 13), a bijection; the offset keeps 0 from 0. */
  public static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
