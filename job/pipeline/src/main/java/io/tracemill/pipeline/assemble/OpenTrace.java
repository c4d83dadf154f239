package io.tracemill.pipeline.assemble;

/**
 * What is remembered of an open trace beside its fragments.
 *
 * @param timerMillis the earliest moment for which a timer is registered
 * @param spans in all fragments so far
 * @param bytes of memory that they take, see {@link AssemblyCaps#weight}
 * @param reopened whether the trace had closed before, by its tombstone
 */
record OpenTrace(long timerMillis, int spans, long bytes, boolean reopened) {
  static final long NO_TIMER = Long.MAX_VALUE;

  static OpenTrace opened() {
    return new OpenTrace(NO_TIMER, 0, 0, false);
  }

  OpenTrace with(int moreSpans, long moreBytes, boolean nowReopened) {
    return new OpenTrace(timerMillis, spans + moreSpans, bytes + moreBytes, nowReopened);
  }

  OpenTrace withTimer(long millis) {
    return new OpenTrace(millis, spans, bytes, reopened);
  }
}
