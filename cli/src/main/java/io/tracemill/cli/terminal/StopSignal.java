package io.tracemill.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C as the way to end a command that goes on until then: the command is told, ends, and the
 * program exits with 0 (with 1 if the command does not end in time). From {@link #listen} until
 * {@link #close}.
 */
public final class StopSignal implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 2;

  private final CountDownLatch given = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private StopSignal() {}

  public static StopSignal listen() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::endProgram, "stop-signal"));
    return signal;
  }

  /** Whether the command should end. */
  public boolean given() {
    return given.getCount() == 0;
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
      // The status of a signal's exit can't be set in any other way.
      Runtime.getRuntime().halt(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS) ? 0 : 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
