package io.tracemill.cli.options;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.pipeline.config.ConfigException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time on the command line.
 *
 * @param meaning the instant it stands for
 * @param needsZone whether a time zone must be assumed
 * @param needsEnd whether it depends on the end of the data
 */
public record GivenTime(Meaning meaning, boolean needsZone, boolean needsEnd) {
  public static final String EXAMPLES =
      "2026-11-23T14:05:00Z, 2026-11-23 14:05, 14:05, 15m ago or now";
  private static final String AGO = " ago";

  /** Some times become an instant only with a zone, or with the end of the files' data. */
  public interface Meaning {
    Instant at(ZoneId zone, Instant end);
  }

  /** The instant it stands for, given the end of the data. */
  public Instant at(ZoneId zone, Instant end) {
    return meaning.at(zone, end);
  }

  /** Parses a time; the failure message lists the valid forms. */
  public static GivenTime of(String text) {
    String given = text.strip();
    try {
      if (given.equals("now")) {
        return new GivenTime((zone, end) -> end, false, true);
      } else if (given.endsWith(AGO)) {
        String duration = given.substring(0, given.length() - AGO.length()).strip();
        Duration ago = new DurationConverter().convert(duration);
        return new GivenTime((zone, end) -> end.minus(ago), false, true);
      } else if (given.matches("[0-9:.]+")) {
        LocalTime time = LocalTime.parse(given);
        return new GivenTime((zone, end) -> latest(time, zone, end), true, true);
      } else if (given.matches("[0-9:.]+Z")) {
        LocalTime time = LocalTime.parse(given.substring(0, given.length() - 1));
        return new GivenTime((zone, end) -> latest(time, ZoneOffset.UTC, end), false, true);
      }
      String iso = given.replace(' ', 'T');
      if (iso.matches(".*T.*(Z|[+-][0-9:]+)")) {
        Instant exact = OffsetDateTime.parse(iso).toInstant();
        return new GivenTime((zone, end) -> exact, false, false);
      }
      LocalDateTime local = LocalDateTime.parse(iso);
      return new GivenTime((zone, end) -> local.atZone(zone).toInstant(), true, false);
    } catch (DateTimeException | TypeConversionException e) {
      throw new TypeConversionException(
          "'%s' is no time; write it like %s".formatted(text, EXAMPLES));
    }
  }

  /** The latest instant with this time of day that is not after the end of the data. */
  private static Instant latest(LocalTime time, ZoneId zone, Instant end) {
    LocalDate day = LocalDate.ofInstant(end, zone);
    Instant sameDay = time.atDate(day).atZone(zone).toInstant();
    return sameDay.isAfter(end) ? time.atDate(day.minusDays(1)).atZone(zone).toInstant() : sameDay;
  }

  /** For options that take a time. */
  public static final class Converter implements ITypeConverter<GivenTime> {
    @Override
    public GivenTime convert(String text) {
      return GivenTime.of(text);
    }
  }

  /** A range of time on the command line: two times separated by a slash. */
  public record Range(GivenTime start, GivenTime end) {
    public boolean needsZone() {
      return start.needsZone() || end.needsZone();
    }

    public boolean needsEnd() {
      return start.needsEnd() || end.needsEnd();
    }

    /**
     * The period for which it stands.
     *
     * @param option the name of the option, for the message
     * @param dataEnd the end of the data
     * @throws ConfigException if it ends before it begins
     */
    public Period period(String option, ZoneId zone, Instant dataEnd) {
      Instant from = start.at(zone, dataEnd);
      Instant to = end.at(zone, dataEnd);
      if (!from.isBefore(to)) {
        throw new ConfigException(
            "%s: the range ends at %s, but begins later, at %s; swap the two times"
                .formatted(option, to, from));
      }
      return new Period(from.toEpochMilli(), to.toEpochMilli());
    }
  }

  /** A range that begins with the time that was given, if it is one. */
  private static String example(String text) {
    try {
      return GivenTime.of(text).needsEnd() && !text.strip().equals("now")
          ? "'%s/now'".formatted(text.strip())
          : "14:00/14:10";
    } catch (TypeConversionException e) {
      return "14:00/14:10";
    }
  }

  /** For options that take a range. */
  public static final class RangeConverter implements ITypeConverter<Range> {
    @Override
    public Range convert(String text) {
      String[] ends = text.split("/", -1);
      if (ends.length != 2) {
        throw new TypeConversionException(
            "'%s' is no range of time; write two times with a slash, such as %s"
                .formatted(text, ends.length == 1 ? example(text) : "14:00/14:10"));
      }
      return new Range(GivenTime.of(ends[0]), GivenTime.of(ends[1]));
    }
  }
}
