package io.tracemill.analysis.quality;

import java.util.Locale;

/** Whether the absence of alerts means health (semantics 8). */
public enum WatchState {
  /** There is too little baseline yet; detection learns from new requests. */
  LEARNING,
  /**
   * Requests are too few or too incomplete to judge, or too many spans are late. Detection does not
   * learn from incomplete or late traces, so this state can hold from the first window.
   */
  BLIND,
  /** Detection would find a mutation. */
  WATCHING;

  /** The name in records: {@code learning}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
