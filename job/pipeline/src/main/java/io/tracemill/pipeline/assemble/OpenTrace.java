package io.tracemill.pipeline.assemble;

/**
 * What is remembered of an open trace beside its fragments.
 *
 * @param dueMillis when it will be looked at; no deadline of it is earlier
 * @param spans in all fragments so far
 * @param bytes of memory that they take, see {@link AssemblyCaps#weight}
 * @param reopened whether the trace had closed before, by its tombstone
 */
record OpenTrace(long dueMillis, int spans, long bytes, boolean reopened) {
  static final long NEVER = Long.MAX_VALUE;

  /** That of a trace without fragments, which is not open. */
  static final OpenTrace NONE = new OpenTrace(NEVER, 0, 0, false);

  /** Whether there are fragments of it; each of them takes some bytes. */
  boolean isOpen() {
    return bytes > 0;
  }

  /** With a further fragment. */
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
