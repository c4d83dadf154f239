package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** What happens in the shop: faults one after the other, counted from when the demo begins. */
public enum Scenario {
  FAULTS(Mishap.CACHE, Mishap.SLOW, Mishap.CANARY, Mishap.ERRORS),
  CACHE(Mishap.CACHE),
  SLOW(Mishap.SLOW),
  CANARY(Mishap.CANARY),
  ERRORS(Mishap.ERRORS),
  QUIET();

  /** Before the first fault: the job reads the shop's past and learns from it. */
  static final Duration LEAD = Duration.ofMinutes(1);

  /** From one fault to the next, so that each incident ends before the next one begins. */
  static final Duration PERIOD = Mishap.LENGTH.plusMinutes(3);

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
  private final List<Mishap> mishaps;

  Scenario(Mishap... mishaps) {
    this.mishaps = List.of(mishaps);
  }

  /** Its faults for a demo that begins then. */
  public Schedule from(Instant beginning) {
    requireNonNull(beginning, "beginning");
    return new Schedule(
        IntStream.range(0, mishaps.size())
            .mapToObj(i -> mishaps.get(i).from(beginning.plus(LEAD).plus(PERIOD.multipliedBy(i))))
            .toList());
  }
}
