package io.tracemill.console.picture;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

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
  private static final long APART_MILLIS = Duration.ofMinutes(1).toMillis();

  /** Accounts of the last ten minutes, a minute or more apart, oldest first; at most eleven. */
  private final Deque<Result> recent = new ArrayDeque<>();

  private @Nullable Result newest;
  private long fromMillis = Long.MAX_VALUE;
  private boolean complete;

  /** Adds an account; false if a newer one is known. */
  boolean accept(Result account) {
    fromMillis = Math.min(fromMillis, account.startMillis());
    if (newest != null && account.endMillis() < newest.endMillis()) {
      return false;
    }
    newest = account;
    if (recent.isEmpty() || account.endMillis() >= recent.getLast().endMillis() + APART_MILLIS) {
      recent.addLast(account);
    }
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
    return Optional.ofNullable(newest);
  }

  /**
   * The oldest account of the last ten minutes; the newest has its counts and those since. Empty if
   * there is no other, or if the job has ended.
   */
  Optional<Result> earlier() {
    return complete ? Optional.empty() : recent.stream().findFirst().filter(this::isOlder);
  }

  private boolean isOlder(Result account) {
    return newest != null && account.endMillis() < newest.endMillis();
  }

  /**
   * Requests per second in a window. If the job has ended, the rate is that of the observed part of
   * the window. If it runs, nothing is known of the time before its first known account, so there
   * is no rate until a whole window follows.
   */
  OptionalDouble ratePerSecond(long requests, long startMillis, long endMillis) {
    if (newest == null || (!complete && startMillis <= fromMillis)) {
      return OptionalDouble.empty();
    }
    long from = Math.max(startMillis, fromMillis);
    long to = complete ? Math.min(endMillis, newest.endMillis()) : endMillis;
    return from < to
        ? OptionalDouble.of(requests * MILLIS_PER_SECOND / (to - from))
        : OptionalDouble.empty();
  }
}
