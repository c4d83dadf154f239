package io.tracemill.bench.workload;

import java.util.List;
import java.util.Random;

/**
 * When each call of a tree starts and ends, nanoseconds from the start of the root, inclusive of
 * what it calls. Callees lie within their callers.
 *
 * <p>However the times vary, siblings overlap by far more than the analysis tolerates or not at
 * all, so that a tree always has the same flow signature.
 */
final class Schedule {
  private static final long MIN_OWN_NANOS = 2_500_000;
  private static final long GAP_NANOS = 20_000;
  private static final long STAGGER_NANOS = 5_000;

  private final long[] starts;
  private final long[] ends;

  private Schedule(int calls) {
    starts = new long[calls];
    ends = new long[calls];
  }

  /** A schedule for {@code tree} with a duration of its own for each call. */
  static Schedule of(CallTree tree, Random random) {
    List<Call> calls = tree.calls();
    Schedule schedule = new Schedule(calls.size());
    double slowness = Math.exp(0.3 * Math.abs(random.nextGaussian()));
    long[] own = new long[calls.size()];
    for (int i = 0; i < own.length; i++) {
      own[i] = (long) (MIN_OWN_NANOS * slowness * (1 + random.nextDouble()));
    }
    schedule.place(calls, own, durations(calls, own));
    return schedule;
  }

  private static long[] durations(List<Call> calls, long[] own) {
    long[] durations = own.clone();
    long[] below = new long[own.length];
    for (int i = own.length - 1; i > 0; i--) {
      durations[i] += below[i];
      int parent = calls.get(i).parent();
      below[parent] =
          calls.get(parent).concurrent()
              ? Math.max(below[parent], durations[i]) + STAGGER_NANOS
              : below[parent] + durations[i] + GAP_NANOS;
    }
    durations[0] += below[0];
    return durations;
  }

  private void place(List<Call> calls, long[] own, long[] durations) {
    long[] next = new long[own.length];
    for (int i = 0; i < own.length; i++) {
      int parent = calls.get(i).parent();
      starts[i] = parent == Call.NO_PARENT ? 0 : next[parent];
      ends[i] = starts[i] + durations[i];
      next[i] = starts[i] + own[i] / 2;
      if (parent != Call.NO_PARENT) {
        next[parent] += calls.get(parent).concurrent() ? STAGGER_NANOS : durations[i] + GAP_NANOS;
      }
    }
  }

  long startNanos(int call) {
    return starts[call];
  }

  long endNanos(int call) {
    return ends[call];
  }
}
