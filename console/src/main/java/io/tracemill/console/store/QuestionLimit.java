package io.tracemill.console.store;

import io.tracemill.console.api.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many questions run at once. Up to 20 more wait, in order of arrival. Others are
 * refused at once, so that questions cannot take all threads of the server.
 */
final class QuestionLimit {
  private static final int MAX_WAITING = 20;

  private final Semaphore free;
  private final Duration longestWait;

  /**
   * A limit on questions.
   *
   * @param most largest number of questions that run at once
   * @param longestWait how long a question waits for a place
   */
  QuestionLimit(int most, Duration longestWait) {
    this.free = new Semaphore(most, true);
    this.longestWait = longestWait;
  }

  /** The part of a question that needs the store. */
  interface Asked {
    /** The answer, as JSON. */
    String answer() throws IOException;
  }

  /**
   * Asks as soon as a place is free.
   *
   * @throws ApiException if no place becomes free in time, or too many questions wait
   */
  String ask(Asked question) throws IOException {
    if (!isFree()) {
      throw new ApiException(
          503, "busy", "the store is busy with other questions; ask again in a few seconds");
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
