package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/** What happens in the shop, counted from when somebody begins to look on. */
public enum Scenario {
  FAULTS(
      new Planned(Mishap.CACHE, 120),
      new Planned(Mishap.SLOW, 300),
      new Planned(Mishap.CANARY, 480)),
  CACHE(new Planned(Mishap.CACHE, 30)),
  SLOW(new Planned(Mishap.SLOW, 30)),
  CANARY(new Planned(Mishap.CANARY, 30)),
  QUIET();

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
  private final List<Planned> plan;

  Scenario(Planned... plan) {
    this.plan = List.of(plan);
  }

  private record Planned(Mishap mishap, long afterSeconds) {}

  /** Its faults for somebody who begins to look on then. */
  public Schedule from(Instant beginning) {
    requireNonNull(beginning, "beginning");
    return new Schedule(
        plan.stream()
            .map(planned -> planned.mishap().from(beginning.plusSeconds(planned.afterSeconds())))
            .toList());
  }
}
