package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;

/** The destination of a replay. */
interface Target extends AutoCloseable {
  /**
   * Writes all spans of {@code request}, as if they had arrived at that time.
   *
   * @throws IllegalStateException if this or anything before could not be written
   * @return how many records that took
   */
  int write(ExportTraceServiceRequest request, long eventTimeMillis) throws IOException;

  /** Waits until everything is where it belongs, and fails if something is not. */
  void finish() throws IOException;

  /** Lets go of the target, finished or not. */
  @Override
  void close() throws IOException;
}
