package io.tracemill.cli.demo;

import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Announces the start and end of each fault, so that readers can compare the findings with it. */
final class Announcements {
  /** The countdown to the first fault advances in steps of this length. */
  private static final int STEP_SECONDS = 10;

  private final List<Fault> faults;
  private Instant toldUntil;

  /** Announces the faults after {@code beginning}. */
  Announcements(List<Fault> faults, Instant beginning) {
    this.faults = List.copyOf(faults);
    this.toldUntil = beginning;
  }

  /** The time until the first fault, in a clause; empty once the fault has started. */
  Optional<String> outlook(Instant now) {
    return faults.isEmpty()
        ? Optional.of("this scenario has no fault")
        : Optional.of(faults.get(0).start())
            .filter(now::isBefore)
            .map(start -> outlook(start, now));
  }

  private static String outlook(Instant start, Instant now) {
    long steps = (Duration.between(now, start).toSeconds() + STEP_SECONDS - 1) / STEP_SECONDS;
    return "the job is learning; the first fault comes in %d s, at %s UTC"
        .formatted(steps * STEP_SECONDS, clock(start));
  }

  /**
   * The faults that have started or ended since the last call, a line each, in the format of
   * incidents.
   */
  List<String> until(Instant now) {
    List<String> lines = new ArrayList<>();
    for (Fault fault : faults) {
      add(fault.start(), now, "fault", fault, lines);
      add(fault.end(), now, "over", fault, lines);
    }
    toldUntil = now;
    return lines;
  }

  private void add(Instant time, Instant now, String what, Fault fault, List<String> lines) {
    if (time.isAfter(toldUntil) && !time.isAfter(now)) {
      lines.add("%s  %-8s  %s".formatted(clock(time), what, fault.text()));
    }
  }

  private static String clock(Instant time) {
    return Wording.clock(time.toEpochMilli());
  }
}
