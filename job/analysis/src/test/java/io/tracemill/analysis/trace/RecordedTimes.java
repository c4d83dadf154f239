package io.tracemill.analysis.trace;

/** The recorded times of spans, before any correction. */
public final class RecordedTimes {
  private RecordedTimes() {}

  /** The recorded duration of a span, nanoseconds. */
  public static long durationNanos(TraceTree tree, int span) {
    return tree.recordedEnd[span] - tree.recordedStart[span];
  }
}
