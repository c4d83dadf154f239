package io.tracemill.console.index;

import io.tracemill.console.api.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets few questions run at once. A few more wait a moment, in the order in which they came; others
 * are refused, so that they cannot take all threads of the server.
 */
final class QuestionLimit {
  private static final int MAX_WAITING = 20;

  private final Semaphore free;
  private final Duration longestWait;

  /**
   * A limit.
   *
   * @param most largest number of questions that run at once
   */
  QuestionLimit(int most, Duration longestWait) {
    this.free = new Semaphore(most, true);
    this.longestWait = longestWait;
  }

  /** The part of a question that needs the index. */
  interface Asked {
    /** The answer, as JSON. */
    String answer() throws IOException;
  }

  /**
   * Asks as soon as one of the places is free.
   *
   * @throws ApiException if none becomes free in time
   */
  String ask(Asked question) throws IOException {
    if (!isFree()) {
      throw new ApiException(
          503, "busy", "the index is busy with other questions; ask again in some seconds");
    }
    try {
      return question.answer();
    } finally {
      free.release();
    }
  }

  private boolean isFree() {
    try {
      return free.getQueueLength() < MAX_WAITING
          && free.tryAcquire(longestWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
