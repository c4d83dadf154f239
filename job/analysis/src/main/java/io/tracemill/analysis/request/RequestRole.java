package io.tracemill.analysis.request;

import io.tracemill.analysis.span.Labelled;

/** The part of a trace that a request covers (semantics 1). */
public enum RequestRole implements Labelled {
  /** The whole trace, from its root. */
  ENTRY,
  /** The subtree of a CONSUMER span, or of another span whose parent does not wait for it. */
  ASYNC
}
