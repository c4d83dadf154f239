package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.CallingContextTreeBuilder;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAnalyzer;
import io.tracemill.analysis.request.SpanSteps;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.TraceTree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Analyses kept requests again, one after the other, as the stream did: corrected times, critical
 * path and call tree. One instance serves one thread; its results are valid until the next {@link
 * #load}. The request's first span is span 0.
 */
public final class RequestReplay {
  /** The number of names remembered between requests. */
  private static final int MAX_NAMES = 1 << 16;

  static final int MAX_FAILED = 50;

  private final TraceTree tree = TraceTree.forPackedSpans(new Vocabulary(MAX_NAMES));
  private final SkewCorrection skew;
  private final CriticalPath path;
  private final CallingContextTreeBuilder contexts;
  private final RequestAnalyzer analyzer;

  public RequestReplay(ReplayRules rules) {
    skew = new SkewCorrection(rules.maxShiftNanos());
    path = new CriticalPath(rules.overlapToleranceNanos(), tree);
    contexts = new CallingContextTreeBuilder(tree, path);
    analyzer =
        new RequestAnalyzer(
            tree, rules.maxShiftNanos(), rules.overlapToleranceNanos(), rules.fold(), List.of());
  }

  /** Makes {@code request} the current one; returns its tree with corrected times. */
  public TraceTree load(KeptRequest request) {
    read(request);
    skew.correct(tree, 0, request.startNanos() + request.durationNanos());
    return tree;
  }

  /**
   * Makes {@code request} the current one and analyses it as the stream did, so that sums can add
   * it. Its attributes are those of the kept request, not of the analysis.
   */
  public RequestAnalysis analyze(KeptRequest request) {
    read(request);
    analyzer.correct(0, request.startNanos() + request.durationNanos());
    return analyzer.analyze(0, request.role(), request.endpoint(), shape -> request.category());
  }

  private void read(KeptRequest request) {
    tree.load(request.traceId(), request.complete(), request.spans(), request.startNanos());
  }

  /** The tree of the current request; the same object for every request. */
  public TraceTree tree() {
    return tree;
  }

  /** The correction of the current request. */
  public SkewCorrection skew() {
    return skew;
  }

  /** The last found path; the same object for every request. */
  public CriticalPath path() {
    return path;
  }

  /** Finds and returns the critical path of the subtree of {@code root}. */
  public CriticalPath path(int root) {
    path.find(root);
    return path;
  }

  /** The steps at which spans of the current request failed, at most {@value #MAX_FAILED}. */
  public List<PathStep> failedSteps() {
    Set<PathStep> failed = new LinkedHashSet<>();
    for (int span = 0;
        tree.hasErrors() && span < tree.size() && failed.size() < MAX_FAILED;
        span++) {
      if (tree.error(span)) {
        SpanSteps.forEach(tree, span, failed::add);
      }
    }
    return failed.stream().limit(MAX_FAILED).toList();
  }

  /** The critical calling context tree of the last found path. */
  public CallingContextTree callTree() {
    return contexts.build();
  }
}
