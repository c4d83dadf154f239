package io.tracemill.console.picture;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The accounts of the whole job, one for each slide, and the time that they cover: the job has
 * observed no other. A window that is not wholly within it is partly empty, so the requests in it
 * divided by its length are no rate.
 *
 * <pre>
 *   accounts           |---|---|---|---|---|
 *   window     [--------------)                 partly observed
 *   window                 [--------------)     observed
 * </pre>
 */
final class JobAccounts {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final long RECENT_MILLIS = Duration.ofMinutes(10).toMillis();

  /** The accounts of the last ten minutes, oldest first. */
  private final Deque<Result> recent = new ArrayDeque<>();

  private long fromMillis = Long.MAX_VALUE;
  private boolean complete;

  /** Adds an account; false if a newer one is known. */
  boolean accept(Result account) {
    fromMillis = Math.min(fromMillis, account.startMillis());
    if (!recent.isEmpty() && account.endMillis() < recent.getLast().endMillis()) {
      return false;
    }
    recent.removeIf(each -> each.endMillis() == account.endMillis());
    recent.addLast(account);
    while (recent.getFirst().endMillis() < account.endMillis() - RECENT_MILLIS) {
      recent.removeFirst();
    }
    return true;
  }

  /** All accounts of the job have been added. */
  void complete() {
    complete = true;
  }

  /** The newest account; it counts since the job's state began. */
  Optional<Result> newest() {
    return Optional.ofNullable(recent.peekLast());
  }

  /**
   * The oldest account of the last ten minutes, of which the newest holds all counts; empty if
   * there is no other, or if the job has ended.
   */
  Optional<Result> earlier() {
    return complete || recent.size() < 2 ? Optional.empty() : Optional.of(recent.getFirst());
  }

  /**
   * Requests per second in a window. Of a job that has ended, those in the observed part of the
   * window. Of a job that runs, the time before its first known account is unknown, so there is no
   * rate until a whole window follows.
   */
  OptionalDouble ratePerSecond(long requests, long startMillis, long endMillis) {
    boolean known = complete ? !recent.isEmpty() : startMillis > fromMillis;
    long from = complete ? Math.max(startMillis, fromMillis) : startMillis;
    long to = complete && known ? Math.min(endMillis, recent.getLast().endMillis()) : endMillis;
    return known && from < to
        ? OptionalDouble.of(requests * MILLIS_PER_SECOND / (to - from))
        : OptionalDouble.empty();
  }
}
