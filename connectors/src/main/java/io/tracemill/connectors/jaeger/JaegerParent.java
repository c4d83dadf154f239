package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.LinkedParent;

/**
 * Chooses a span's parent among its references, offered in their order. It takes the first usable
 * {@code CHILD_OF}, else the first usable {@code FOLLOWS_FROM}, whose parent does not wait.
 * References to other traces never become parents.
 */
final class JaegerParent {
  private boolean childOf;
  private boolean followsFrom;

  /** Expects the references of another span. */
  void reset() {
    childOf = false;
    followsFrom = false;
  }

  /**
   * Makes {@code referenced} the parent of {@code span} unless a better one was offered before.
   *
   * @param span with its ids
   * @param referenced trace id and span id, which is 0 if it is absent or could not be read
   * @param readable whether the span id could be read
   */
  void offer(SpanDraft span, SpanDraft referenced, boolean follows, boolean readable) {
    if (follows) {
      followsFrom = followsFrom || (!childOf && LinkedParent.adopt(span, referenced));
    } else if (!childOf && isWithin(span, referenced)) {
      childOf = referenced.spanId() != 0 || !readable;
      if (childOf) {
        adopt(span, referenced.spanId(), readable);
      }
    }
  }

  private static boolean isWithin(SpanDraft span, SpanDraft referenced) {
    return referenced.traceIdHigh() == span.traceIdHigh()
        && referenced.traceIdLow() == span.traceIdLow();
  }

  private static void adopt(SpanDraft span, long parentId, boolean readable) {
    span.parentId(parentId);
    span.async(false);
    if (!readable) {
      span.parentIdInvalid();
    }
  }
}
