package io.tracemill.cli.compare;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A range of time on the command line: two times with a slash between them. */
record GivenRange(GivenTime start, GivenTime end) {
  /** For options that take a range. */
  static final class Converter implements ITypeConverter<GivenRange> {
    @Override
    public GivenRange convert(String text) {
      String[] ends = text.split("/", -1);
      if (ends.length != 2) {
        throw new TypeConversionException(
            "'%s' is no range of time, which is two times with a slash: 14:00/14:10"
                .formatted(text));
      }
      return new GivenRange(GivenTime.of(ends[0]), GivenTime.of(ends[1]));
    }
  }

  boolean needsZone() {
    return start.needsZone() || end.needsZone();
  }
}
