package io.tracemill.cli.options;

import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Values on the command line that are one of a few, by their names. */
public final class Choice {
  private Choice() {}

  /**
   * The one that is given.
   *
   * @param kind what it is, in one word
   * @param matches whether a name, the first, is the one that is given
   * @throws TypeConversionException if it is none of them, whose names it lists
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
                    "'%s' is no %s, which is one of %s"
                        .formatted(
                            given,
                            kind,
                            Stream.of(values).map(name).collect(Collectors.joining(", ")))));
  }
}
