package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;

/** The destination of a replay. */
interface Target extends AutoCloseable {
  /**
   * Writes all spans of {@code request}, as if they had arrived at that time.
   *
   * @throws IllegalStateException if this or an earlier write failed
   * @return the number of records written
   */
  int write(ExportTraceServiceRequest request, long eventTimeMillis) throws IOException;

  /** Waits until everything is delivered, and fails if something is not. */
  void finish() throws IOException;

  /** Releases the target, finished or not. */
  @Override
  void close() throws IOException;
}
