package io.tracemill.analysis.span;

/** The reason to refuse one span; the rest of its record and trace is kept (semantics 3). */
public enum RejectReason implements Labelled {
  /** The trace id is zero or not 16 bytes long. */
  INVALID_TRACE_ID,
  /** The span id is zero or not 8 bytes long. */
  INVALID_SPAN_ID,
  /** The parent id is neither absent nor 8 bytes long. */
  INVALID_PARENT_ID,
  /** It ends before it starts. */
  NEGATIVE_DURATION,
  /** It ends before 1970. */
  BEFORE_EPOCH,
  /** It ends further ahead of its record's timestamp than the rules allow. */
  IN_FUTURE,
  /** It lasts longer than a day. */
  TOO_LONG,
  /** It has no start, and none of its events has a time. */
  NO_TIMESTAMP,
  /** A part of a record that no reader knows; it counts as one span, but may hold several. */
  UNRECOGNISED
}
