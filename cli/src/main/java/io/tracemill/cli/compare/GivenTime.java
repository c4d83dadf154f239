package io.tracemill.cli.compare;

import io.tracemill.cli.terminal.DurationConverter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time on the command line; some need a zone, or the end of the files' data, to be an instant.
 */
sealed interface GivenTime {
  String EXAMPLES = "2026-11-23T14:05:00Z, 2026-11-23 14:05, 14:05, 15m ago or now";
  String AGO = " ago";

  /** With a zone. */
  record Exact(Instant time) implements GivenTime {}

  /** With a date, but without a zone. */
  record Local(LocalDateTime time) implements GivenTime {}

  /** The latest such time of day that is not after the end of the data. */
  record TimeOfDay(LocalTime time) implements GivenTime {}

  /** Before the end of the data. */
  record Ago(Duration time) implements GivenTime {}

  /**
   * The instant that is meant.
   *
   * @param end of the data
   */
  default Instant at(ZoneId zone, Instant end) {
    if (this instanceof Exact exact) {
      return exact.time();
    } else if (this instanceof Local local) {
      return local.time().atZone(zone).toInstant();
    } else if (this instanceof TimeOfDay ofDay) {
      LocalDate day = LocalDate.ofInstant(end, zone);
      Instant sameDay = ofDay.time().atDate(day).atZone(zone).toInstant();
      return sameDay.isAfter(end)
          ? ofDay.time().atDate(day.minusDays(1)).atZone(zone).toInstant()
          : sameDay;
    }
    return end.minus(((Ago) this).time());
  }

  /** Whether a zone has to be assumed. */
  default boolean needsZone() {
    return this instanceof Local || this instanceof TimeOfDay;
  }

  /** Reads a time; fails with what would be one. */
  static GivenTime of(String text) {
    String given = text.strip();
    try {
      if (given.equals("now")) {
        return new Ago(Duration.ZERO);
      } else if (given.endsWith(AGO)) {
        String duration = given.substring(0, given.length() - AGO.length()).strip();
        return new Ago(new DurationConverter().convert(duration));
      } else if (given.matches("[0-9:.]+")) {
        return new TimeOfDay(LocalTime.parse(given));
      }
      String iso = given.replace(' ', 'T');
      return iso.matches(".*T.*(Z|[+-][0-9:]+)")
          ? new Exact(OffsetDateTime.parse(iso).toInstant())
          : new Local(LocalDateTime.parse(iso));
    } catch (DateTimeException | TypeConversionException e) {
      throw new TypeConversionException("'%s' is no time, such as %s".formatted(text, EXAMPLES));
    }
  }

  /** For options that take a time. */
  final class Converter implements ITypeConverter<GivenTime> {
    @Override
    public GivenTime convert(String text) {
      return GivenTime.of(text);
    }
  }
}
