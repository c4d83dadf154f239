package io.tracemill.cli.check;

import java.io.Serializable;

/**
 * Which records are looked at: those from one moment on, in all partitions. Times are milliseconds
 * since the epoch.
 *
 * @param fromMillis that moment; 0 for all records
 * @param newestMillis timestamp of the newest, now at the latest
 * @param seenUntilMillis up to where nothing can be missing
 */
record SampleTime(long fromMillis, long newestMillis, long seenUntilMillis)
    implements Serializable {
  /** Whether there are records from before it. */
  boolean hasOlder() {
    return fromMillis > 0;
  }

  /**
   * Whether a trace is taken to lie inside as a whole: it began long enough after the start to be
   * no remainder, and long enough before the end to have closed.
   */
  boolean holds(long firstMillis, long quietMillis) {
    return (!hasOlder() || firstMillis >= fromMillis + quietMillis)
        && firstMillis + 2 * quietMillis <= seenUntilMillis;
  }
}
