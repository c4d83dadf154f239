package io.tracemill.analysis.request;

import java.util.Locale;

/** Which part of a trace a request is (semantics 1). */
public enum RequestRole {
  /** The whole trace, from its root. */
  ENTRY,
  /** The subtree of a CONSUMER span or of another one whose parent does not wait. */
  ASYNC,
  /** The subtree of the outermost SERVER span of a frame below the root. */
  INTERIOR;

  /** Whether its spans are those of another request too, so that adding both counts them twice. */
  public boolean partOfAnother() {
    return this == INTERIOR;
  }

  /** The name in records: {@code entry}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
