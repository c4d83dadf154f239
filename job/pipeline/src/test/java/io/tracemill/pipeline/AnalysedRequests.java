package io.tracemill.pipeline;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;

/** Requests as the analysis hands them on, each safe to keep. */
public final class AnalysedRequests {
  private AnalysedRequests() {}

  /** The entry request of {@code trace}. */
  public static RequestAnalysis entry(TraceSpec trace) {
    List<RequestAnalysis> requests = new ArrayList<>();
    new TraceAnalyzer(AnalysisRules.standard())
        .analyze(
            trace.assembled(),
            new QualityLedger(60_000),
            new AnalysisSink() {
              @Override
              public void request(RequestAnalysis request) {
                requests.add(request);
              }

              @Override
              public void late(LateSpan span) {
                throw new AssertionError(span);
              }
            });
    return requests.get(0);
  }
}
