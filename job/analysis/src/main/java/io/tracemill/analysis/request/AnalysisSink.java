package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.trace.TraceTree;

/** Receives the results of analysing a trace. */
public interface AnalysisSink {
  /** Receives a request, which is valid until this returns. */
  void request(RequestAnalysis request);

  /** Receives a span that arrived after its trace had closed. */
  void late(LateSpan span);

  /** Receives all spans of a trace after its requests; they are valid until this returns. */
  default void spans(TraceTree tree) {}
}
