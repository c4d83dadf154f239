package io.tracemill.cli.run;

import io.tracemill.cli.screen.Wording;

/**
 * The job's progress between two lines, from its metrics. The count of spans continues over
 * restarts, so only what it grows between two looks counts, and the time between these.
 */
final class Progress {
  private static final double NANOS_PER_SECOND = 1e9;

  private long spans;
  private long nanos;
  private long spansBefore = -1;
  private long nanosBefore;

  /** Looks at the metrics at this time, on any clock. */
  void look(long nowNanos) {
    look(JobMetrics.isThere(JobMetrics.SPANS) ? JobMetrics.sum(JobMetrics.SPANS) : -1, nowNanos);
  }

  /** Takes in the count of spans since the state began; negative if it is unknown. */
  void look(long spansNow, long nowNanos) {
    if (spansBefore >= 0 && spansNow >= spansBefore) {
      spans += spansNow - spansBefore;
      nanos += nowNanos - nanosBefore;
    }
    spansBefore = spansNow;
    nanosBefore = nowNanos;
  }

  /** The spans per second since the last call. */
  long spansPerSecond() {
    long perSecond = nanos == 0 ? 0 : Math.round(spans * NANOS_PER_SECOND / nanos);
    spans = 0;
    nanos = 0;
    return perSecond;
  }

  /** The line since the last one. */
  String line() {
    long perSecond = spansPerSecond();
    return JobMetrics.isThere(JobMetrics.OPEN_TRACES)
        ? line(
            perSecond,
            JobMetrics.sum(JobMetrics.PENDING),
            JobMetrics.sum(JobMetrics.OPEN_TRACES),
            JobMetrics.sum(JobMetrics.INCIDENTS))
        : "the job does not run at the moment; it starts again by itself";
  }

  static String line(long spansPerSecond, long behind, long openTraces, long incidents) {
    return "%s spans/s, %s behind, %s open, %s open"
        .formatted(
            Wording.number(spansPerSecond),
            Wording.count(behind, "record"),
            Wording.count(openTraces, "trace"),
            Wording.count(incidents, "incident"));
  }
}
