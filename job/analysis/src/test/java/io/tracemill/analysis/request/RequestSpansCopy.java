package io.tracemill.analysis.request;

import io.tracemill.analysis.trace.TraceTree;

/** Copies the spans of a tree, for tests of other packages. */
public final class RequestSpansCopy {
  private RequestSpansCopy() {}

  public static RequestSpans of(TraceTree tree) {
    return RequestSpans.copyOf(tree, 0);
  }
}
