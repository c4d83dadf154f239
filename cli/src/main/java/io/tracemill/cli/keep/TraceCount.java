package io.tracemill.cli.keep;

import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.TraceId;
import java.util.HashSet;
import java.util.Set;

/**
 * About how many different traces there are, in bounded memory: exact up to {@value #MOST}, later
 * within 2 %.
 *
 * <p>It keeps hashes that end in n zeros, a share of 2^-n, and increments n when it is full
 * (Wegman's adaptive sampling; Flajolet, "On adaptive sampling", 1990: the standard error is {@code
 * 1.2 / sqrt(MOST)}).
 */
final class TraceCount {
  static final int MOST = 16_384;

  private final Set<Long> sample = new HashSet<>();
  private int zeros;

  /** Counts a trace, unless it is counted already. */
  void add(TraceId trace) {
    long hash = SampleHash.of(trace);
    if (isSampled(hash) && sample.add(hash) && sample.size() > MOST) {
      zeros++;
      sample.removeIf(each -> !isSampled(each));
    }
  }

  private boolean isSampled(long hash) {
    return Long.numberOfTrailingZeros(hash) >= zeros;
  }

  /** About how many. */
  long about() {
    return (long) sample.size() << zeros;
  }
}
