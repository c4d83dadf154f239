package io.tracemill.cli.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a replay early, in order, when the process is told to stop: by Ctrl-C, for example. */
final class StopSignal implements Pace.Sleeper, AutoCloseable {
  private static final long FINISH_SECONDS = 10;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stopAndWait, "stop-replay");

  /** Begins to listen. */
  StopSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stopAndWait() {
    stopped.countDown();
    try {
      boolean unused = finished.await(FINISH_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean sleep(long nanos) throws InterruptedException {
    return !stopped.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Whether the process is about to end. */
  boolean isGiven() {
    return stopped.getCount() == 0;
  }

  /** Lets the process end. */
  @Override
  public void close() {
    finished.countDown();
    if (!isGiven()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
