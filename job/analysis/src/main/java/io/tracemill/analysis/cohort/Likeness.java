package io.tracemill.analysis.cohort;

/** What a comparison says of a window: whether it may become part of what is normal. */
public enum Likeness {
  /** Nothing in it differs. */
  ALIKE,
  /** There are too few requests to say. */
  UNKNOWN,
  /** Its newest pane differs by itself. */
  PANE_DIFFERS,
  /** It differs, although its newest pane says too little by itself, and none of it is normal. */
  WINDOW_DIFFERS
}
