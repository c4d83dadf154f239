package io.tracemill.cli.demo;

import io.tracemill.cli.demo.Fault.Kind;
import io.tracemill.cli.options.Choice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;

/** The faults of a demo, one after another, timed from the start of the demo. */
enum Scenario {
  FAULTS(Kind.values()),
  CACHE(Kind.CACHE),
  SLOW_SERVICE(Kind.SLOW),
  CANARY(Kind.CANARY),
  ERRORS(Kind.ERRORS),
  QUIET();

  /** The time before the first fault, in which the job reads the shop's past and learns from it. */
  static final Duration LEAD = Duration.ofMinutes(1);

  /** The time between the starts of two faults. Each incident ends before the next one begins. */
  static final Duration PERIOD = Fault.LENGTH.plusMinutes(3);

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
  private final List<Kind> kinds;

  Scenario(Kind... kinds) {
    this.kinds = List.of(kinds);
  }

  /** The faults of a demo that begins at this time. */
  List<Fault> from(Instant beginning) {
    return IntStream.range(0, kinds.size())
        .mapToObj(i -> new Fault(kinds.get(i), beginning.plus(LEAD).plus(PERIOD.multipliedBy(i))))
        .toList();
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Parses scenarios on the command line, written as in the help. */
  static final class Converter implements ITypeConverter<Scenario> {
    @Override
    public Scenario convert(String given) {
      return Choice.of(
          "scenario",
          Scenario.values(),
          Scenario::label,
          (name, any) -> name.equals(any.toLowerCase(Locale.ROOT)),
          given);
    }
  }
}
