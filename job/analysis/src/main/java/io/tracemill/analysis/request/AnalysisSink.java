package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.LateSpan;

/** Takes what the analysis of a trace finds. */
public interface AnalysisSink {
  /** One request; valid until this returns. */
  void request(RequestAnalysis request);

  /** A span that came after its trace had closed. */
  void late(LateSpan span);
}
