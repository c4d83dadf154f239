package io.tracemill.analysis.request;

import java.util.Locale;

/** The part of a trace that a request covers (semantics 1). */
public enum RequestRole {
  /** The whole trace, from its root. */
  ENTRY,
  /** The subtree of a CONSUMER span, or of another span whose parent does not wait for it. */
  ASYNC;

  /** The name in records: {@code entry}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
