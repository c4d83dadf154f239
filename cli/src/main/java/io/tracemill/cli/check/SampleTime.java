package io.tracemill.cli.check;

import java.io.Serializable;

/**
 * The time range of the sample, the same for all partitions. Times are milliseconds since the
 * epoch.
 *
 * @param fromMillis time of the oldest record; 0 for all records
 * @param newestMillis timestamp of the newest record, now at the latest
 * @param seenUntilMillis time before which no record can be missing
 */
record SampleTime(long fromMillis, long newestMillis, long seenUntilMillis)
    implements Serializable {
  /** Whether there are records before the sample. */
  boolean hasOlder() {
    return fromMillis > 0;
  }

  /**
   * Whether a trace counts as wholly inside: it began long enough after the start to be no
   * remainder, and long enough before the end to have closed.
   */
  boolean holds(long firstMillis, long quietMillis) {
    return (!hasOlder() || firstMillis >= fromMillis + quietMillis)
        && firstMillis + 2 * quietMillis <= seenUntilMillis;
  }
}
