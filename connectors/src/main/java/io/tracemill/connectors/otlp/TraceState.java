package io.tracemill.connectors.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tracemill.analysis.span.Slice;

/**
 * The sampling threshold in a W3C {@code tracestate}: {@code ot=th:c} says that the sender drops
 * three of four traces. The value has up to 14 hexadecimal digits of a number below 2^56; missing
 * digits at the end are zero (OpenTelemetry, "TraceState: Probability Sampling").
 */
final class TraceState {
  private static final int DIGITS = 14;
  private static final byte[] MEMBER = "ot=".getBytes(US_ASCII);
  private static final byte[] THRESHOLD = "th:".getBytes(US_ASCII);

  private TraceState() {}

  /** The threshold; 0 if there is none, or none that is valid. */
  static long samplingThreshold(Slice state) {
    byte[] bytes = state.array();
    int end = state.offset() + state.length();
    int at = state.offset();
    while (at < end) {
      while (at < end && (bytes[at] == ' ' || bytes[at] == ',')) {
        at++;
      }
      int memberEnd = next(bytes, at, end, ',');
      if (startsWith(bytes, at, memberEnd, MEMBER)) {
        return ofMember(bytes, at + MEMBER.length, memberEnd);
      }
      at = memberEnd;
    }
    return 0;
  }

  private static long ofMember(byte[] bytes, int from, int end) {
    for (int at = from; at < end; at = next(bytes, at, end, ';') + 1) {
      if (startsWith(bytes, at, end, THRESHOLD)) {
        return threshold(bytes, at + THRESHOLD.length, next(bytes, at, end, ';'));
      }
    }
    return 0;
  }

  private static long threshold(byte[] bytes, int from, int end) {
    if (end == from || end - from > DIGITS) {
      return 0;
    }
    long threshold = 0;
    for (int i = 0; i < DIGITS; i++) {
      int digit = from + i < end ? Character.digit(bytes[from + i], 16) : 0;
      if (digit < 0) {
        return 0;
      }
      threshold = threshold << 4 | digit;
    }
    return threshold;
  }

  private static int next(byte[] bytes, int from, int end, char separator) {
    int at = from;
    while (at < end && bytes[at] != separator) {
      at++;
    }
    return at;
  }

  private static boolean startsWith(byte[] bytes, int from, int end, byte[] prefix) {
    if (end - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
