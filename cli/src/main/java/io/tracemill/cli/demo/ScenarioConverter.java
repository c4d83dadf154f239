package io.tracemill.cli.demo;

import io.tracemill.cli.options.Choice;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Scenarios on the command line, in lower case as the help has them. */
final class ScenarioConverter implements ITypeConverter<Scenario> {
  @Override
  public Scenario convert(String given) {
    return Choice.of(
        "scenario",
        Scenario.values(),
        scenario -> lower(scenario.name()),
        (name, any) -> name.equals(lower(any)),
        given);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
