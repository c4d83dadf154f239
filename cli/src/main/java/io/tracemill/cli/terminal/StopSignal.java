package io.tracemill.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C as the way to end a command in order: the command is told, ends, and then the program
 * exits. From construction until {@link #close}.
 */
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch given = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final int patienceSeconds;
  private final boolean success;

  /**
   * Begins to listen.
   *
   * @param patienceSeconds for how long the command may take to end
   * @param success whether a command that ended exits with 0 although it was stopped
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

  /** Waits until the command should end, or for so long; whether it should end. */
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
        // The status of a signal's exit can't be set in any other way.
        Runtime.getRuntime().halt(inTime ? 0 : 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
