package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;

/**
 * Analyses a trace: its tree, and each of its requests. One instance serves one thread; its results
 * are valid until the next request.
 */
public final class TraceAnalyzer {
  /** The number of names remembered between traces. */
  private static final int MAX_NAMES = 1 << 16;

  /**
   * It analyses requests below the entry until their subtrees add up to this many times the trace's
   * size. Otherwise nested requests would cost the square of its depth.
   */
  private static final int MAX_REWORK = 64;

  private final TraceTreeBuilder builder;
  private final RequestAnalyzer requests;
  private final EndpointNames names;
  private final CategoryGrain grain;
  private final Vocabulary vocabulary = new Vocabulary(MAX_NAMES);
  private final ServiceSpans services = new ServiceSpans();

  /** An analyser by fine categories. */
  public TraceAnalyzer(AnalysisRules rules) {
    this(rules, CategoryGrain.fine());
  }

  /**
   * @param grain which endpoints count by coarse categories
   */
  public TraceAnalyzer(AnalysisRules rules, CategoryGrain grain) {
    builder = new TraceTreeBuilder(rules.acceptRemoteRoot(), vocabulary);
    requests =
        new RequestAnalyzer(
            builder.tree(),
            rules.maxShiftNanos(),
            rules.overlapToleranceNanos(),
            rules.fold(),
            rules.attributes());
    this.grain = grain;
    names = new EndpointNames(rules.skip());
  }

  /**
   * Passes each request of {@code trace} to {@code out}, an entry request first. It enters the
   * outcome of the spans into {@code ledger}, and sets the trace's endpoint to that of the first
   * request.
   */
  public void analyze(AssembledTrace trace, QualityLedger ledger, AnalysisSink out) {
    TraceTree tree = builder.build(trace);
    TraceAccounts.enter(trace, builder, ledger);
    builder.forEachLate(
        trace,
        span -> {
          TraceAccounts.enterLate(span, ledger);
          out.late(span);
        });
    if (tree.size() > 0) {
      trace.endpoint().say(analyze(tree, trace.deadlineMillis(), ledger, out));
      out.spans(tree);
    }
  }

  /** The endpoint of the first request. */
  private Frame analyze(TraceTree tree, long time, QualityLedger ledger, AnalysisSink out) {
    requests.correct(0);
    services.enter(tree, time, ledger);
    RequestAnalysis first =
        tree.opensAsyncRequest(0)
            ? request(0, RequestRole.ASYNC, tree.frame(0), time)
            : request(0, RequestRole.ENTRY, names.endpoint(tree), time);
    emit(first, time, ledger, out);
    analyzeBelow(tree, time, ledger, out);
    return first.endpoint();
  }

  private RequestAnalysis request(int root, RequestRole role, Frame endpoint, long time) {
    return requests.analyze(root, role, endpoint, shape -> grain.category(endpoint, shape, time));
  }

  private void analyzeBelow(TraceTree tree, long time, QualityLedger ledger, AnalysisSink out) {
    long budget = (long) MAX_REWORK * tree.size();
    for (int span = 1; span < tree.size(); span++) {
      if (tree.opensAsyncRequest(span)) {
        int size = tree.subtreeEnd(span) - span;
        if (size > budget) {
          TraceAccounts.enterLeftOut(tree.frame(span), time, ledger);
          continue;
        }
        budget -= size;
        requests.correct(span);
        emit(request(span, RequestRole.ASYNC, tree.frame(span), time), time, ledger, out);
      }
    }
  }

  private static void emit(
      RequestAnalysis request, long time, QualityLedger ledger, AnalysisSink out) {
    TraceAccounts.enterRequest(request, time, ledger);
    out.request(request);
  }
}
