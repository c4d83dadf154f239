package io.tracemill.cli.keep;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The bytes that may be written for each minute of record time. The order in which records of
 * several partitions are read does not matter, and catching up costs no more than being there.
 */
final class MinuteBudget {
  /** Minutes remembered: a week. Partitions are not further apart. */
  private static final int MOST_MINUTES = 10_080;

  private final long bytesPerMinute;
  private final TreeMap<Long, Long> spent = new TreeMap<>();

  /** A budget of this many bytes a second, at least 1. */
  MinuteBudget(long bytesPerSecond) {
    bytesPerMinute = TimeUnit.MINUTES.toSeconds(1) * bytesPerSecond;
  }

  /** Whether something is left of the minute of this time, milliseconds since the epoch. */
  boolean hasRoom(long millis) {
    return spent.getOrDefault(TimeUnit.MILLISECONDS.toMinutes(millis), 0L) < bytesPerMinute;
  }

  /** Takes bytes from the minute of this time, even if nothing is left: traces stay whole. */
  void spend(long millis, long bytes) {
    spent.merge(TimeUnit.MILLISECONDS.toMinutes(millis), bytes, Long::sum);
    if (spent.size() > MOST_MINUTES) {
      spent.pollFirstEntry();
    }
  }
}
