package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.trace.TraceTree;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The steps of a call path that a span's time belongs to, as on the critical path. */
public final class SpanSteps {
  private SpanSteps() {}

  /** The edges that own the span's time; without edges, its frame. */
  public static void forEach(TraceTree tree, int span, Consumer<PathStep> out) {
    Set<Integer> callees = new HashSet<>();
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      if (callsOut(tree, span, child)) {
        callees.add(tree.serviceNumber(child));
      }
    }
    if (callees.isEmpty()) {
      out.accept(PathStep.of(tree.frame(span)));
    }
    for (int callee : callees) {
      out.accept(PathStep.edge(tree.frame(span), tree.vocabulary().text(callee)));
    }
  }

  /** Whether the time of a span belongs to the edge that leads to this child's service. */
  private static boolean callsOut(TraceTree tree, int span, int child) {
    return tree.kind(span).callsOut()
        && tree.serviceNumber(child) != tree.serviceNumber(span)
        && !tree.orphan(child);
  }
}
