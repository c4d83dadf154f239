package io.tracemill.cli.demo;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Scenarios on the command line, in lower case as the help has them. */
final class ScenarioConverter implements ITypeConverter<Scenario> {
  @Override
  public Scenario convert(String name) {
    return Stream.of(Scenario.values())
        .filter(scenario -> name(scenario).equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is no scenario, which is one of %s"
                        .formatted(
                            name,
                            Stream.of(Scenario.values())
                                .map(ScenarioConverter::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static String name(Scenario scenario) {
    return scenario.name().toLowerCase(Locale.ROOT);
  }
}
