package io.tracemill.analysis.request;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.TreeMap;

/** A trace's tree and its critical path, for tests that look at both. */
public record AnalyzedTrees(TraceTree tree, SkewCorrection skew, CriticalPath path) {
  /** The trace by this overlap tolerance and the standard 50 ms of shift. */
  public static AnalyzedTrees of(TraceSpec spec, long toleranceNanos) {
    return of(spec.assembled(), toleranceNanos);
  }

  public static AnalyzedTrees of(AssembledTrace trace, long toleranceNanos) {
    TraceTree tree = new TraceTreeBuilder(true, new Vocabulary(1000)).build(trace);
    SkewCorrection skew = new SkewCorrection(50_000_000);
    CriticalPath path = new CriticalPath(toleranceNanos, tree);
    if (tree.size() > 0) {
      skew.correct(tree, 0);
      path.find(0);
    }
    return new AnalyzedTrees(tree, skew, path);
  }

  /** Sections by start: {@code "0..10 frontend, 10..40 db, 40..100 frontend"}. */
  public String sections() {
    TreeMap<Long, String> sections = new TreeMap<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        int callee = path.sectionCallee(i);
        sections.put(
            path.sectionFrom(i),
            "%d..%d %s%s"
                .formatted(
                    path.sectionFrom(i) - TraceSpec.BASE,
                    path.sectionTo(i) - TraceSpec.BASE,
                    tree.frame(path.span(place)).service(),
                    callee == CriticalPath.NO_CALLEE ? "" : "->" + tree.vocabulary().text(callee)));
      }
    }
    return String.join(", ", sections.values());
  }
}
