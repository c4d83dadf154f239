package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.OptionalLong;

/** The latest end of the spans of one trace of a Jaeger document. */
final class JaegerTimes implements JsonWindow.Watch {
  /** Depth of a span's members: trace, list of spans, span. */
  static final int SPAN_DEPTH = 3;

  private static final byte[] START = "startTime".getBytes(US_ASCII);
  private static final byte[] DURATION = "duration".getBytes(US_ASCII);
  private static final long NANOS_PER_MICRO = 1000;

  /** In the year 2262. */
  private static final long LAST_MICROS = Long.MAX_VALUE / NANOS_PER_MICRO;

  private long startMicros;
  private long durationMicros;
  private long latestEndMicros;
  private boolean isStart;

  /** Expects the spans of another trace. */
  void clear() {
    latestEndMicros = -1;
  }

  @Override
  public void begin() {
    startMicros = 0;
    durationMicros = 0;
  }

  @Override
  public boolean wants(byte[] bytes, int from, int to) {
    isStart = isAt(START, bytes, from, to);
    return isStart || isAt(DURATION, bytes, from, to);
  }

  private static boolean isAt(byte[] name, byte[] bytes, int from, int to) {
    return to - from == name.length && Arrays.equals(name, 0, name.length, bytes, from, to);
  }

  @Override
  public void number(long micros) {
    if (isStart) {
      startMicros = micros;
    } else {
      durationMicros = micros;
    }
  }

  @Override
  public void end() {
    long endMicros = startMicros + durationMicros;
    if (endMicros <= LAST_MICROS) {
      latestEndMicros = Math.max(latestEndMicros, endMicros);
    }
  }

  /** Unix nanoseconds; empty if no span says when it ended. Ends after 2262 are not believed. */
  OptionalLong latestEndNanos() {
    return latestEndMicros > 0
        ? OptionalLong.of(latestEndMicros * NANOS_PER_MICRO)
        : OptionalLong.empty();
  }
}
