package io.tracemill.cli.demo;

import java.time.Instant;

/**
 * Something that goes wrong for a while.
 *
 * @param text what a person is told, such as {@code the catalog's caches miss}
 * @param culprit the service to look at
 * @param start first request that it touches
 * @param end first request that it does not touch any more
 */
record Fault(String text, String culprit, Instant start, Instant end, Change change) {
  public Fault {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("no time from " + start + " to " + end + ": " + text);
    }
  }

  /** Whether it touches requests that start then, in nanoseconds since the epoch. */
  boolean isOn(long nanos) {
    return ShopTraffic.nanosOf(start) <= nanos && nanos < ShopTraffic.nanosOf(end);
  }
}
