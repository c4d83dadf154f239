package io.tracemill.analysis.pane;

import java.util.Arrays;

/**
 * Adds up what is seen of one place. Only requests that spend time on it are entered one by one;
 * how many have it is added later, for many at once.
 */
final class PlaceSum {
  /** Most places need no more bins. */
  private static final int FIRST_BINS = 40;

  private int[] times = new int[FIRST_BINS];
  private long timed;
  private long requests;
  private long calls;
  private long failed;

  /** A request's time per call is in this bin. */
  void time(int bin) {
    if (bin >= times.length) {
      times = Arrays.copyOf(times, DurationScale.BINS);
    }
    times[bin]++;
    timed++;
  }

  /** A request failed in this place. */
  void fail() {
    failed++;
  }

  /** So many requests have the place, with so many calls each. */
  void have(long count, long callsEach) {
    requests += count;
    calls += count * callsEach;
  }

  boolean isEmpty() {
    return requests == 0;
  }

  /** What was seen; requests without time on the place have a time of 0. */
  PlaceCounts counts() {
    int[] all = times.clone();
    all[0] += Math.toIntExact(requests - timed);
    return new PlaceCounts(calls, failed, Histogram.of(all));
  }
}
