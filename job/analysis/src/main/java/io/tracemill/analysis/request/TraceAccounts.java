package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTreeBuilder;

/** Enters the outcome of a trace's spans into the accounts (semantics 3). */
final class TraceAccounts {
  private TraceAccounts() {}

  static void enter(AssembledTrace trace, TraceTreeBuilder built, QualityLedger ledger) {
    QualityCounts job = ledger.job(trace.deadlineMillis());
    for (Fragment fragment : trace.fragments()) {
      job.add(Measure.SPANS_OPEN, -fragment.spans());
    }
    job.add(Measure.SPANS_OPEN, -trace.cappedSpans());
    job.add(Measure.SPANS_CAPPED, trace.cappedSpans());
    job.add(Measure.SPANS_USED, built.tree().size());
    job.add(Measure.SPANS_DUPLICATE, built.duplicates());
    job.add(Measure.SPANS_CLASH, built.clashes());
    job.add(Measure.rejected(RejectReason.NO_TIMESTAMP), built.timeless());
    job.add(Measure.PARENTS_DROPPED, built.cycles());
    enterLate(trace, built.late().size(), ledger);
    if (built.tree().size() > 0) {
      job.add(built.tree().complete() ? Measure.TRACES_COMPLETE : Measure.TRACES_INCOMPLETE, 1);
      job.add(Measure.TRACES_TRUNCATED, trace.truncated() ? 1 : 0);
    }
  }

  private static void enterLate(AssembledTrace trace, int spans, QualityLedger ledger) {
    if (spans > 0) {
      ledger.job(trace.deadlineMillis()).add(Measure.SPANS_LATE, spans);
      trace
          .endpoint()
          .frame()
          .map(QualityScope.Endpoint::new)
          .map(endpoint -> ledger.counts(trace.deadlineMillis(), endpoint))
          .ifPresent(counts -> counts.add(Measure.ENDPOINT_SPANS_LATE, spans));
    }
  }

  static void enterLate(LateSpan span, QualityLedger ledger) {
    ledger
        .counts(span.deadlineMillis(), new QualityScope.Service(span.service()))
        .add(Measure.SERVICE_SPANS_LATE, 1);
  }

  static void enterLeftOut(Frame endpoint, long timeMillis, QualityLedger ledger) {
    ledger
        .counts(timeMillis, new QualityScope.Endpoint(endpoint))
        .add(Measure.REQUESTS_LEFT_OUT, 1);
  }

  static void enterRequest(RequestAnalysis request, long timeMillis, QualityLedger ledger) {
    QualityCounts endpoint =
        ledger.counts(timeMillis, new QualityScope.Endpoint(request.endpoint()));
    endpoint.add(Measure.REQUESTS, 1);
    endpoint.add(Measure.ENDPOINT_SPANS, request.spanCount());
    endpoint.add(Measure.REQUESTS_INCOMPLETE, request.complete() ? 0 : 1);
    endpoint.add(Measure.REQUESTS_TRUNCATED, request.truncated() ? 1 : 0);
  }
}
