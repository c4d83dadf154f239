package io.tracemill.analysis.sums;

import java.util.Arrays;

/**
 * Adds up the counts of one place. It adds only requests with time on the place one by one. The
 * number of requests that have the place is added later, for many at once.
 */
final class PlaceSum {
  /** Most places need no more bins. */
  private static final int FIRST_BINS = 40;

  /** The heap memory of the other bins. */
  static final long GROWTH_BYTES = (DurationScale.BINS - FIRST_BINS) * (long) Integer.BYTES;

  private final Runnable grown;

  private int[] times = new int[FIRST_BINS];
  private long timed;
  private long requests;
  private long calls;
  private long failed;

  /**
   * @param grown runs when it takes {@link #GROWTH_BYTES} more
   */
  PlaceSum(Runnable grown) {
    this.grown = grown;
  }

  /** Adds a request whose time per call is in this bin. */
  void time(int bin) {
    makeRoom(bin);
    times[bin]++;
    timed++;
  }

  private void makeRoom(int bin) {
    if (bin >= times.length) {
      times = Arrays.copyOf(times, DurationScale.BINS);
      grown.run();
    }
  }

  /** Adds a request that failed in this place. */
  void fail() {
    failed++;
  }

  /** Adds this many requests that have the place, each with this many calls. */
  void have(long count, long callsEach) {
    requests += count;
    calls += count * callsEach;
  }

  /** Adds all requests of {@code more}. */
  void add(PlaceCounts more) {
    Histogram histogram = more.times();
    for (int i = 0; i < histogram.bins().length; i++) {
      makeRoom(histogram.bins()[i]);
      times[histogram.bins()[i]] += histogram.counts()[i];
    }
    timed += histogram.count();
    requests += histogram.count();
    calls += more.calls();
    failed += more.failed();
  }

  long requests() {
    return requests;
  }

  long failed() {
    return failed;
  }

  /** The counts; requests without time on the place have a time of 0. */
  PlaceCounts counts() {
    int[] all = times.clone();
    all[0] += Math.toIntExact(requests - timed);
    return new PlaceCounts(calls, failed, Histogram.of(all));
  }
}
