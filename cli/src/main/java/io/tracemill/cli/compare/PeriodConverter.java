package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.Period;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Ranges of time on the command line: two RFC 3339 times with a slash. */
final class PeriodConverter implements ITypeConverter<Period> {
  @Override
  public Period convert(String text) {
    String[] ends = text.split("/", -1);
    if (ends.length != 2) {
      throw refused(text, "which is two times with a slash");
    }
    long start = millis(ends[0], text);
    long end = millis(ends[1], text);
    if (end <= start) {
      throw refused(text, "since it ends before it has begun");
    }
    return new Period(start, end);
  }

  private static long millis(String time, String text) {
    try {
      return OffsetDateTime.parse(time).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw refused(text, "since '%s' is no time with a zone".formatted(time));
    }
  }

  private static TypeConversionException refused(String text, String why) {
    return new TypeConversionException(
        "'%s' is no range of time, %s; such as 2026-03-01T14:00:00Z/2026-03-01T14:10:00Z"
            .formatted(text, why));
  }
}
