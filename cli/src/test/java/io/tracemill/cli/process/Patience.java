package io.tracemill.cli.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waiting for what happens in other processes, up to a limit that only what is broken reaches. */
public final class Patience {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Patience() {}

  /** A condition that is checked repeatedly. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Looks at a condition again and again until it holds. An exception means that it does not hold
   * yet: processes that are asked may be gone for a while.
   *
   * @throws AssertionError that names {@code what} if that takes four minutes
   */
  public static void until(String what, Condition condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    Exception last = new IllegalStateException("never held");
    while (System.nanoTime() < deadline) {
      try {
        if (condition.holds()) {
          return;
        }
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while waiting until " + what, e);
      } catch (Exception e) {
        last = e;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    throw new AssertionError("waited in vain until " + what, last);
  }
}
