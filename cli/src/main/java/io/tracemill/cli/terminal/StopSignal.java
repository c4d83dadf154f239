package io.tracemill.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C end a command in order: the signal reaches the command, the command ends, and then
 * the program exits. It listens from construction until {@link #close}.
 */
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch given = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final int patienceSeconds;
  private final boolean success;

  /**
   * Starts to listen.
   *
   * @param patienceSeconds how long the command may take to end
   * @param success whether the exit status is 0 if a stopped command ends in time
   */
  public StopSignal(int patienceSeconds, boolean success) {
    this.patienceSeconds = patienceSeconds;
    this.success = success;
    Runtime.getRuntime().addShutdownHook(new Thread(this::endProgram, "stop-signal"));
  }

  /** Whether the command should end. */
  public boolean given() {
    return given.getCount() == 0;
  }

  /** Waits until the command should end, at most this long; returns whether it should end. */
  public boolean await(long nanos) throws InterruptedException {
    return given.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** The command has ended. */
  @Override
  public void close() {
    ended.countDown();
  }

  private void endProgram() {
    if (ended.getCount() == 0) {
      return;
    }
    given.countDown();
    try {
      boolean inTime = ended.await(patienceSeconds, TimeUnit.SECONDS);
      if (success) {
        // There is no other way to set the exit status after a signal.
        Runtime.getRuntime().halt(inTime ? 0 : 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
