package io.tracemill.cli.sample;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Analyses traces of a sample and counts what comes out. */
final class TraceAnalysis implements AnalysisSink {
  private static final long ONE_PANE = Long.MAX_VALUE / 2;

  private final ProfileLimits limits;
  private final long slideMillis;
  private final TraceAnalyzer analyzer;
  private final Map<Frame, Long> entries = new HashMap<>();

  /** By slide, then endpoint. */
  private final Map<Long, Map<Frame, EndpointAccumulator>> panes = new HashMap<>();

  private long paneStart;

  TraceAnalysis(AnalysisRules rules, ProfileLimits limits, long slideMillis) {
    this.limits = limits;
    this.slideMillis = slideMillis;
    this.analyzer = new TraceAnalyzer(rules);
  }

  /** Takes traces as they were when they closed; what the analysis counted of them, by scope. */
  Map<QualityScope, QualityCounts> traces(List<ClosedTrace> traces) {
    QualityLedger ledger = new QualityLedger(ONE_PANE);
    for (ClosedTrace closed : traces) {
      paneStart = Math.floorDiv(closed.trace().deadlineMillis(), slideMillis);
      analyzer.analyze(closed.trace(), ledger, this);
    }
    return counts(ledger);
  }

  private static Map<QualityScope, QualityCounts> counts(QualityLedger ledger) {
    Map<QualityScope, QualityCounts> counts = new TreeMap<>();
    ledger.drain(Long.MAX_VALUE, delta -> counts.put(delta.scope(), delta.counts()));
    return counts;
  }

  @Override
  public void request(RequestAnalysis request) {
    if (request.role() == RequestRole.ENTRY) {
      entries.merge(request.endpoint(), 1L, Long::sum);
    }
    panes
        .computeIfAbsent(paneStart, start -> new HashMap<>())
        .computeIfAbsent(request.endpoint(), endpoint -> new EndpointAccumulator(limits))
        .add(request);
  }

  @Override
  public void late(LateSpan span) {
    // Counted in the ledger.
  }

  /** Requests by endpoint. */
  EndpointShares endpoints() {
    return EndpointShares.of(entries);
  }

  /** What the profiles of a slide take in memory, the mean over the slides; bytes. */
  long paneBytes() {
    long bytes =
        panes.values().stream()
            .flatMap(pane -> pane.values().stream())
            .mapToLong(EndpointAccumulator::weight)
            .sum();
    return bytes / Math.max(1, panes.size());
  }
}
