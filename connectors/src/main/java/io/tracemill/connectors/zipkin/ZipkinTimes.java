package io.tracemill.connectors.zipkin;

/**
 * Start and end of a Zipkin span in microseconds since 1970, derived from its fields (semantics 3).
 * Mutable.
 *
 * <pre>
 * timestamp  duration  annotations  start             end
 * given      given     any          timestamp         timestamp + duration
 * given      absent    behind it    timestamp         the last annotation
 * given      absent    none behind  timestamp         timestamp
 * absent     any       some         the first of them as above
 * absent     any       none         0: not known
 * </pre>
 */
public final class ZipkinTimes {
  private long timestamp;
  private long duration;
  private long firstAnnotation;
  private long lastAnnotation;

  /** Resets it to a span without times. */
  public void clear() {
    timestamp = 0;
    duration = 0;
    firstAnnotation = 0;
    lastAnnotation = 0;
  }

  /** Takes the span's timestamp; 0 is none. */
  public void timestamp(long micros) {
    timestamp = micros;
  }

  /** Takes the span's duration; 0 is none, for Zipkin's durations are at least 1. */
  public void duration(long micros) {
    duration = micros;
  }

  /** Takes the time of one of the span's annotations; 0 or less is none. */
  public void annotation(long micros) {
    if (micros > 0) {
      firstAnnotation = firstAnnotation == 0 ? micros : Math.min(firstAnnotation, micros);
      lastAnnotation = Math.max(lastAnnotation, micros);
    }
  }

  /** The start; 0 if it is not known. */
  public long startMicros() {
    return timestamp != 0 ? timestamp : firstAnnotation;
  }

  /** The end; before the start if the duration is negative. */
  public long endMicros() {
    long start = startMicros();
    if (duration == 0) {
      return lastAnnotation == 0 ? start : Math.max(start, lastAnnotation);
    }
    long end = start + duration;
    boolean overflows = start > 0 && duration > 0 && end < 0;
    return overflows ? Long.MAX_VALUE : end;
  }
}
