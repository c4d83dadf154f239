package io.tracemill.cli.replay;

import java.io.IOException;

/**
 * The destination of the OTLP that a command sends.
 *
 * @param <R> its requests
 */
public interface Target<R> extends AutoCloseable {
  /**
   * Writes all of {@code request}, as if it had arrived at that time.
   *
   * @throws IllegalStateException if this or an earlier write failed
   * @return the number of records written
   */
  int write(R request, long eventTimeMillis) throws IOException;

  /** Waits until everything is delivered, and fails if something is not. */
  void finish() throws IOException;

  /** Releases the target, finished or not. */
  @Override
  void close() throws IOException;
}
