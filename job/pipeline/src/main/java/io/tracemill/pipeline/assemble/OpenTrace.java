package io.tracemill.pipeline.assemble;

/**
 * The figures of an open trace besides its fragments.
 *
 * @param dueMillis time of its next check; its deadline is not earlier
 * @param spans number of spans in all fragments so far
 * @param bytes memory of all fragments, see {@link AssemblyCaps#weight}
 * @param reopened whether a tombstone shows that the trace had closed before
 */
record OpenTrace(long dueMillis, int spans, long bytes, boolean reopened) {
  static final long NEVER = Long.MAX_VALUE;

  /** A trace without fragments, which is not open. */
  static final OpenTrace NONE = new OpenTrace(NEVER, 0, 0, false);

  /** Whether it has fragments; each fragment has some bytes. */
  boolean isOpen() {
    return bytes > 0;
  }

  /** The same trace with one more fragment. */
  OpenTrace with(int moreSpans, long moreBytes, long deadlineMillis) {
    return new OpenTrace(
        Math.min(dueMillis, deadlineMillis), spans + moreSpans, bytes + moreBytes, reopened);
  }

  OpenTrace reopen() {
    return new OpenTrace(dueMillis, spans, bytes, true);
  }

  OpenTrace dueAt(long millis) {
    return new OpenTrace(millis, spans, bytes, reopened);
  }
}
