package io.tracemill.connectors.jaeger;

import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Times as Jaeger writes them in JSON. Documents have numbers of microseconds. Records have RFC
 * 3339 texts and seconds with a unit ({@code "1.500s"}). The reader tells them apart.
 */
final class JaegerJsonTime {
  private JaegerJsonTime() {}

  /** The value, a point in time, in nanoseconds since the epoch. */
  static long instant(JsonInput json) throws IOException, MalformedRecordException {
    String text = json.isString() ? json.string() : "";
    if (text.indexOf('T') < 0) {
      return JaegerTime.ofMicros(json.integer());
    }
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      return JaegerTime.ofSeconds(instant.getEpochSecond(), instant.getNano());
    } catch (DateTimeException e) {
      throw new MalformedRecordException("a time that is not in RFC 3339");
    }
  }

  /** The value, a duration, in nanoseconds. */
  static long duration(JsonInput json) throws IOException, MalformedRecordException {
    String text = json.isString() ? json.string() : "";
    if (!text.endsWith("s")) {
      return JaegerTime.ofMicros(json.integer());
    }
    try {
      Duration duration = Duration.parse("PT" + text);
      return JaegerTime.ofSeconds(duration.getSeconds(), duration.getNano());
    } catch (DateTimeException e) {
      throw new MalformedRecordException("a duration that is not in seconds");
    }
  }
}
