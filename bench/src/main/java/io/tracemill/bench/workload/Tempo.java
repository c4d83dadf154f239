package io.tracemill.bench.workload;

/**
 * How slow one trace is beside the schedule it shares with others: a factor from 0.8 to 1.25 that
 * its id decides, the logarithm even between them, in {@value #STEPS} steps.
 *
 * <p>Every time of a trace, counted from the start of its root, is stretched by the same factor and
 * rounded down. So order stays, callees stay within their callers, and siblings that overlap by two
 * and a half milliseconds still do by two.
 */
final class Tempo {
  /** Bits behind the point of a factor. */
  private static final int POINT = 16;

  private static final int STEP_BITS = 12;
  private static final int STEPS = 1 << STEP_BITS;
  private static final double SLOWEST = 1.25;
  private static final int[] FACTORS = factors();

  private Tempo() {}

  private static int[] factors() {
    int[] factors = new int[STEPS];
    for (int i = 0; i < STEPS; i++) {
      factors[i] = (int) Math.round(Math.pow(SLOWEST, 2.0 * i / (STEPS - 1) - 1) * (1 << POINT));
    }
    return factors;
  }

  /** That of the trace with these bits in the upper half of its id. */
  static int of(long traceIdHigh) {
    return FACTORS[(int) (traceIdHigh >>> (Long.SIZE - STEP_BITS))];
  }

  /** {@code time} of the schedule, of at most a day in any unit down to nanoseconds. */
  static long stretch(long time, int tempo) {
    return (time * tempo) >> POINT;
  }
}
