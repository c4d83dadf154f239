package io.tracemill.connectors.live;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.QualityRecord;
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
  private final Deque<QualityRecord.Job> recent = new ArrayDeque<>();

  private QualityRecord.@Nullable Job newest;
  private long fromMillis = Long.MAX_VALUE;
  private boolean complete;

  /** Adds an account; false if a newer one is known. */
  boolean accept(QualityRecord.Job account) {
    long endMillis = account.window().endMillis();
    fromMillis = Math.min(fromMillis, account.window().startMillis());
    if (newest != null && endMillis < newest.window().endMillis()) {
      return false;
    }
    newest = account;
    if (recent.isEmpty() || endMillis >= recent.getLast().window().endMillis() + APART_MILLIS) {
      recent.addLast(account);
    }
    while (recent.getFirst().window().endMillis() < endMillis - RECENT_MILLIS) {
      recent.removeFirst();
    }
    return true;
  }

  /** All accounts of the job have been added. */
  void complete() {
    complete = true;
  }

  /** The newest account; it counts since the job's state began. */
  Optional<QualityRecord.Job> newest() {
    return Optional.ofNullable(newest);
  }

  /**
   * The oldest account of the last ten minutes; the newest has its counts and those since. Empty if
   * there is no other, or if the job has ended.
   */
  Optional<QualityRecord.Job> earlier() {
    return complete ? Optional.empty() : recent.stream().findFirst().filter(this::isOlder);
  }

  private boolean isOlder(QualityRecord.Job account) {
    return newest != null && account.window().endMillis() < newest.window().endMillis();
  }

  /**
   * Requests per second in a window. If the job has ended, the rate is that of the observed part of
   * the window. If it runs, nothing is known of the time before its first known account, so there
   * is no rate until a whole window follows.
   */
  OptionalDouble ratePerSecond(long requests, Period window) {
    if (newest == null || (!complete && window.startMillis() <= fromMillis)) {
      return OptionalDouble.empty();
    }
    long from = Math.max(window.startMillis(), fromMillis);
    long to =
        complete ? Math.min(window.endMillis(), newest.window().endMillis()) : window.endMillis();
    return from < to
        ? OptionalDouble.of(requests * MILLIS_PER_SECOND / (to - from))
        : OptionalDouble.empty();
  }
}
