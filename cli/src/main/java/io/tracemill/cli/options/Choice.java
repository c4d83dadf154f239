package io.tracemill.cli.options;

import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Finds a named value on the command line among a few choices. */
public final class Choice {
  private Choice() {}

  /**
   * The choice with the given name.
   *
   * @param kind the kind of value, in one word
   * @param matches whether a choice's name, the first argument, matches the given name
   * @throws TypeConversionException if no name matches; its message lists the names
   */
  public static <T> T of(
      String kind,
      T[] values,
      Function<T, String> name,
      BiPredicate<String, String> matches,
      String given) {
    return Stream.of(values)
        .filter(value -> matches.test(name.apply(value), given))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is no %s; allowed: %s"
                        .formatted(
                            given,
                            kind,
                            Stream.of(values).map(name).collect(Collectors.joining(", ")))));
  }
}
