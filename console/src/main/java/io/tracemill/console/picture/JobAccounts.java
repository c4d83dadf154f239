package io.tracemill.console.picture;

import java.util.OptionalDouble;

/**
 * The time that the job has observed, as far as its accounts tell. A window that is not wholly
 * within it is partly empty, so the requests in it divided by its length are no rate.
 *
 * <pre>
 *   accounts           |---|---|---|---|---|
 *   window     [--------------)                 partly observed
 *   window                 [--------------)     observed
 * </pre>
 */
final class ObservedTime {
  private static final double MILLIS_PER_SECOND = 1_000;

  private long fromMillis = Long.MAX_VALUE;
  private long toMillis = Long.MIN_VALUE;
  private boolean complete;

  /** Adds the slide of an account of the job. */
  void add(Result account) {
    fromMillis = Math.min(fromMillis, account.startMillis());
    toMillis = Math.max(toMillis, account.endMillis());
  }

  /** All accounts of the job have been added, so it has observed no other time. */
  void complete() {
    complete = true;
  }

  /**
   * Requests per second in a window. Of a job that has ended, those in the observed part of the
   * window. Of a job that runs, the time before its first known account is unknown, so there is no
   * rate until a whole window follows.
   */
  OptionalDouble ratePerSecond(long requests, long startMillis, long endMillis) {
    boolean known = complete || startMillis > fromMillis;
    long from = complete ? Math.max(startMillis, fromMillis) : startMillis;
    long to = complete ? Math.min(endMillis, toMillis) : endMillis;
    return known && from < to
        ? OptionalDouble.of(requests * MILLIS_PER_SECOND / (to - from))
        : OptionalDouble.empty();
  }
}
