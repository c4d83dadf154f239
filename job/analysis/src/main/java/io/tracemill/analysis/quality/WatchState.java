package io.tracemill.analysis.quality;

import java.util.Locale;

/** How far the silence of alerts means health (semantics 8). */
public enum WatchState {
  /** There is too little to compare with yet; what comes is learned. */
  LEARNING,
  /**
   * What comes is too little or too incomplete to judge, or too much of it comes too late. Of what
   * is incomplete or late nothing is learned either, so it is this from the first window on.
   */
  BLIND,
  /** A mutation would be seen. */
  WATCHING;

  /** The name in records: {@code learning}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
