package io.tracemill.cli.query;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A latency on the command line, in nanoseconds: {@code 250ms}, {@code 1.5s}. */
final class LatencyConverter implements ITypeConverter<Long> {
  private static final Pattern LATENCY =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(ns|us|ms|s|m)");

  @Override
  public Long convert(String text) {
    Matcher matcher = LATENCY.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'%s' is no latency; write a number with ns, us, ms, s or m, such as 250ms"
              .formatted(text));
    }
    double unit =
        switch (matcher.group(2)) {
          case "ns" -> 1;
          case "us" -> 1e3;
          case "ms" -> 1e6;
          case "s" -> 1e9;
          default -> 60e9;
        };
    return Math.round(Double.parseDouble(matcher.group(1)) * unit);
  }
}
