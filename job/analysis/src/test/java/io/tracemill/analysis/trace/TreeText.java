package io.tracemill.analysis.trace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A tree in one line: {@code "frontend(cart(db) ?mail)"} is a frontend with a cart, which has a
 * database, and an orphan.
 */
public final class TreeText {
  private TreeText() {}

  /** Services only. */
  public static String of(TraceTree tree) {
    return write(tree, false);
  }

  /** With ids, kinds, operations and recorded times from {@link TraceSpec#BASE}. */
  public static String detailed(TraceTree tree) {
    return write(tree, true);
  }

  private static String write(TraceTree tree, boolean detailed) {
    StringBuilder text = new StringBuilder();
    Deque<Integer> open = new ArrayDeque<>();
    for (int span = 0; span < tree.size(); span++) {
      while (!open.isEmpty() && open.peek() <= span) {
        open.pop();
        text.append(')');
      }
      if (!text.isEmpty() && text.charAt(text.length() - 1) != '(') {
        text.append(' ');
      }
      text.append(tree.orphan(span) ? "?" : "").append(tree.frame(span).service());
      if (detailed) {
        text.append(details(tree, span));
      }
      if (tree.subtreeEnd(span) > span + 1) {
        open.push(tree.subtreeEnd(span));
        text.append('(');
      }
    }
    return text.append(")".repeat(open.size())).toString();
  }

  private static String details(TraceTree tree, int span) {
    return ":%s:%x:%s:%d..%d"
        .formatted(
            tree.frame(span).operation(),
            tree.spanId(span),
            tree.kind(span),
            tree.recordedStart[span] - TraceSpec.BASE,
            tree.recordedEnd[span] - TraceSpec.BASE);
  }
}
