package io.tracemill.connectors.json;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.OpenSpan;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/**
 * Times and durations as protobuf's JSON writes them: {@code 2023-11-14T22:13:20.123456Z} and
 * {@code 1.5s}. The usual forms are read digit by digit, which takes a tenth of the time that
 * Java's parsers need for any form.
 */
final class TextTime {
  private static final int SECOND_ENDS = 19;
  private static final int NANO_DIGITS = 9;
  private static final int MAX_SECOND_DIGITS = 9;
  private static final int UNKNOWN = -1;
  private static final int SECONDS_A_DAY = 86_400;
  private static final int SECONDS_AN_HOUR = 3_600;
  private static final int SECONDS_A_MINUTE = 60;

  private final Slice text;

  private TextTime(Slice text) {
    this.text = text;
  }

  /**
   * A time in nanoseconds since the epoch.
   *
   * @throws DateTimeException if it is not in RFC 3339
   */
  static long nanos(Slice text) {
    TextTime time = new TextTime(text);
    long seconds = time.seconds();
    int fraction = time.fraction(SECOND_ENDS, 'Z');
    if (seconds != UNKNOWN && fraction != UNKNOWN) {
      return OpenSpan.nanosOfSeconds(seconds, fraction);
    }
    Instant instant = OffsetDateTime.parse(text.toString()).toInstant();
    return OpenSpan.nanosOfSeconds(instant.getEpochSecond(), instant.getNano());
  }

  /**
   * A duration in nanoseconds.
   *
   * @throws DateTimeException if it is not a number of seconds
   */
  static long durationNanos(Slice text) {
    TextTime time = new TextTime(text);
    int point = 0;
    while (point < MAX_SECOND_DIGITS && time.digit(point) >= 0) {
      point++;
    }
    int fraction = time.fraction(point, 's');
    if (point > 0 && fraction != UNKNOWN) {
      return OpenSpan.nanosOfSeconds(time.number(0, point), fraction);
    }
    Duration duration = Duration.parse("PT" + text);
    return OpenSpan.nanosOfSeconds(duration.getSeconds(), duration.getNano());
  }

  /** The date and time without the fraction, in seconds since the epoch; from 1970 on. */
  private long seconds() {
    boolean usual = at(4) == '-' && at(7) == '-' && at(10) == 'T' && at(13) == ':' && at(16) == ':';
    int year = number(0, 4);
    int month = number(5, 7);
    int day = number(8, 10);
    int hour = number(11, 13);
    int minute = number(14, 16);
    int second = number(17, SECOND_ENDS);
    boolean inRange =
        year >= 1970
            && month > 0
            && day > 0
            && hour >= 0
            && hour < 24
            && minute >= 0
            && minute < 60
            && second >= 0
            && second < 60;
    if (!usual || !inRange) {
      return UNKNOWN;
    }
    return LocalDate.of(year, month, day).toEpochDay() * SECONDS_A_DAY
        + (long) hour * SECONDS_AN_HOUR
        + (long) minute * SECONDS_A_MINUTE
        + second;
  }

  /** The nanoseconds of an optional fraction from an offset on, up to the last character. */
  private int fraction(int from, char last) {
    int end = text.length() - 1;
    if (end < from || at(end) != last) {
      return UNKNOWN;
    } else if (end == from) {
      return 0;
    }
    int digits = end - from - 1;
    if (at(from) != '.' || digits < 1 || digits > NANO_DIGITS) {
      return UNKNOWN;
    }
    int nanos = number(from + 1, end);
    for (int i = digits; i < NANO_DIGITS && nanos > 0; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  /** The number in the digits between two offsets; {@link #UNKNOWN} if one is no digit. */
  private int number(int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = digit(i);
      if (digit < 0) {
        return UNKNOWN;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  private int digit(int offset) {
    int digit = at(offset) - '0';
    return digit <= 9 ? digit : UNKNOWN;
  }

  private byte at(int offset) {
    return offset < text.length() ? text.array()[text.offset() + offset] : 0;
  }
}
