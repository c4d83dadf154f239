package io.tracemill.bench;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.request.AnalysisSink;

/** Takes the requests of traffic in which no span comes late. */
@FunctionalInterface
interface RequestSink extends AnalysisSink {
  @Override
  default void late(LateSpan span) {
    throw new IllegalStateException("late: " + span);
  }
}
