package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.SpanDraft;

/**
 * The rule for spans with links but no parent. The first link to another span of the same trace
 * becomes the parent, and the span is asynchronous (semantics 4).
 */
public final class LinkedParent {
  private LinkedParent() {}

  /**
   * Makes {@code linked} the parent of {@code span} if it can be.
   *
   * @param linked trace id and span id of a link; an id that could not be read is 0
   */
  public static boolean adopt(SpanDraft span, SpanDraft linked) {
    boolean sameTrace =
        linked.traceIdHigh() == span.traceIdHigh() && linked.traceIdLow() == span.traceIdLow();
    if (!sameTrace || linked.spanId() == 0 || linked.spanId() == span.spanId()) {
      return false;
    }
    span.parentId(linked.spanId());
    span.async(true);
    return true;
  }
}
