package io.tracemill.analysis.quality;

import io.tracemill.analysis.span.Labelled;

/** Whether the absence of alerts means health (semantics 8). */
public enum WatchState implements Labelled {
  /** There is too little baseline yet; detection learns from new requests. */
  LEARNING,
  /**
   * Requests are too few or too incomplete to judge, or too many spans are late. Detection does not
   * learn from incomplete or late traces, so this state can hold from the first window.
   */
  BLIND,
  /** Detection would find a mutation. */
  WATCHING
}
