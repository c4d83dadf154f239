package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.Triggerable;

/**
 * The timers of open traces in snapshots from before there were {@link Deadlines}, one for each
 * trace. They go as their time comes.
 */
final class EarlierTimers implements Triggerable<TraceId, VoidNamespace> {
  static final String NAME = "deadlines";

  @Override
  public void onEventTime(InternalTimer<TraceId, VoidNamespace> timer) {}

  @Override
  public void onProcessingTime(InternalTimer<TraceId, VoidNamespace> timer) {
    throw new IllegalStateException("no timer by processing time: " + timer);
  }
}
