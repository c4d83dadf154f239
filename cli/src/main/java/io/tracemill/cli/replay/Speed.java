package io.tracemill.cli.replay;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The speed of event time.
 *
 * @param factor seconds of event time in a second; infinite for the maximum
 */
record Speed(double factor) {
  static final Speed MAX = new Speed(Double.POSITIVE_INFINITY);

  Speed {
    if (!(factor > 0)) {
      throw new IllegalArgumentException("A speed of " + factor);
    }
  }

  /** How long this much event time takes, in nanoseconds. */
  long nanosOf(long eventMillis) {
    return (long) (eventMillis / factor * 1e6);
  }

  /** Speeds on the command line: {@code 1x}, {@code 10x}, {@code 0.5x}, {@code max}. */
  static final class Converter implements ITypeConverter<Speed> {
    private static final Pattern FACTOR = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)x");

    @Override
    public Speed convert(String text) {
      Matcher matcher = FACTOR.matcher(text);
      double factor = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
      if (!text.equals("max") && factor == 0) {
        throw new TypeConversionException(
            "'%s' is no speed; write max, or a number with x, such as 10x or 0.5x".formatted(text));
      }
      return text.equals("max") ? MAX : new Speed(factor);
    }
  }
}
