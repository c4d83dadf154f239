package io.tracemill.pipeline.alertmanager;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a poster work, whatever happens to it, until it is closed. */
final class PosterThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PosterThread.class);

  private final Poster poster;
  private final long lastMillis;
  private final Thread thread = new Thread(this::run, "alertmanager-poster");
  private volatile boolean closing;

  /**
   * @param lastMillis how long its last attempts may take when it is closed
   */
  PosterThread(Poster poster, long lastMillis) {
    this.poster = poster;
    this.lastMillis = lastMillis;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Something has come in. */
  void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    try {
      while (!closing) {
        long idleMillis = stepSafely();
        if (idleMillis > 0 && !closing) {
          LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(idleMillis));
        }
      }
      poster.finish();
    } catch (InterruptedException e) {
      LOG.debug("Gave up posting to Alertmanager", e);
    } catch (RuntimeException e) {
      LOG.warn("The last posts to Alertmanager failed", e);
    }
  }

  /**
   * Nobody would notice if this thread were gone: no failure, not even an error, may end it, nor an
   * interruption by anybody but {@link #close}.
   */
  private long stepSafely() throws InterruptedException {
    try {
      return poster.step();
    } catch (InterruptedException e) {
      if (closing) {
        throw e;
      }
      return Backoff.FIRST_MILLIS;
    } catch (RuntimeException | Error e) {
      LOG.warn("Posting to Alertmanager failed; it goes on", e);
      return Backoff.LONGEST_MILLIS;
    }
  }

  /** Makes the last attempts and waits for them, not longer than it was told. */
  @Override
  public void close() {
    closing = true;
    wake();
    try {
      thread.join(lastMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
