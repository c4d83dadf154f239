package io.tracemill.analysis.request;

import io.tracemill.analysis.span.Vocabulary;

/** Receives the calls of a request that lead from one service to another. */
@FunctionalInterface
public interface ServiceCalls {
  /**
   * Receives a call.
   *
   * @param caller number of the calling service in {@code names}
   * @param callee number of the called service
   * @param durationNanos recorded duration of the callee's span
   * @param failed whether the callee's span failed
   * @param message whether a message carried the call
   */
  void call(
      int caller,
      int callee,
      long durationNanos,
      boolean failed,
      boolean message,
      Vocabulary names);
}
