package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.LateSpan;

/** Receives the results of analysing a trace. */
public interface AnalysisSink {
  /** Receives a request, which is valid until this returns. */
  void request(RequestAnalysis request);

  /** Receives a span that arrived after its trace had closed. */
  void late(LateSpan span);
}
