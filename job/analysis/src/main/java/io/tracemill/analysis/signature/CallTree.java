package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;

/**
 * The spans of a trace in preorder, from 0 on: the subtree of a span is {@code [span,
 * subtreeEnd(span))}.
 *
 * <p>The first child of a span, if it has any, is the next span; the next sibling of a child is the
 * child's {@code subtreeEnd}. The order of siblings has no meaning.
 */
public interface CallTree {
  /** The first span after this span's subtree. */
  int subtreeEnd(int span);

  /** The frame of the span. */
  Frame frame(int span);

  /** Start in nanoseconds since the epoch, skew corrected. */
  long startNanos(int span);

  /** End in nanoseconds since the epoch, skew corrected; not before its start. */
  long endNanos(int span);

  /** Whether its parent does not wait for it. */
  boolean async(int span);
}
