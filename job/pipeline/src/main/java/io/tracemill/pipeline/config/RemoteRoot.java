package io.tracemill.pipeline.config;

/** The status of a trace whose only top span has a parent that was never received (semantics 1). */
public enum RemoteRoot {
  /** Complete, with that span as its root. */
  ACCEPT,
  /** Incomplete. */
  INCOMPLETE
}
