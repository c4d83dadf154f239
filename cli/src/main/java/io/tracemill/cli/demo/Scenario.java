package io.tracemill.cli.demo;

import io.tracemill.cli.demo.Fault.Kind;
import io.tracemill.cli.options.Choice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;

/** What happens in the shop: faults one after the other, counted from when the demo begins. */
enum Scenario {
  FAULTS(Kind.values()),
  CACHE(Kind.CACHE),
  SLOW(Kind.SLOW),
  CANARY(Kind.CANARY),
  ERRORS(Kind.ERRORS),
  QUIET();

  /** Before the first fault: the job reads the shop's past and learns from it. */
  static final Duration LEAD = Duration.ofMinutes(1);

  /** From one fault to the next, so that each incident ends before the next one begins. */
  static final Duration PERIOD = Fault.LENGTH.plusMinutes(3);

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
  private final List<Kind> kinds;

  Scenario(Kind... kinds) {
    this.kinds = List.of(kinds);
  }

  /** Its faults for a demo that begins then. */
  List<Fault> from(Instant beginning) {
    return IntStream.range(0, kinds.size())
        .mapToObj(i -> new Fault(kinds.get(i), beginning.plus(LEAD).plus(PERIOD.multipliedBy(i))))
        .toList();
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Scenarios on the command line, in lower case as the help has them. */
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
