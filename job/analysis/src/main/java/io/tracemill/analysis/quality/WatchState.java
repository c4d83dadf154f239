package io.tracemill.analysis.quality;

import java.util.Locale;

/** How far the silence of alerts means health (semantics 8). */
public enum WatchState {
  /** There is too little to compare with yet; what comes is learned. */
  LEARNING,
  /**
   * What comes is too little or too incomplete to judge, or too much of it comes too late.
   * Detection does not learn from incomplete or late traces, so this state can hold from the first
   * window.
   */
  BLIND,
  /** A mutation would be seen. */
  WATCHING;

  /** The name in records: {@code learning}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
