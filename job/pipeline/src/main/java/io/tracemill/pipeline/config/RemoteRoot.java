package io.tracemill.pipeline.config;

/** What a trace is whose only top span names a parent that was never seen (semantics 1). */
public enum RemoteRoot {
  /** Complete, with that span as its root. */
  ACCEPT,
  /** Incomplete. */
  INCOMPLETE
}
