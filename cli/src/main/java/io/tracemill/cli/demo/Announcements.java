package io.tracemill.cli.demo;

import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells that faults begin and end, so that what is found can be compared with it. */
final class Announcements {
  /** The time until the first fault is told in steps of this. */
  private static final int STEP_SECONDS = 10;

  private final List<Fault> faults;
  private Instant toldUntil;

  /** Tells what comes after {@code beginning}. */
  Announcements(List<Fault> faults, Instant beginning) {
    this.faults = List.copyOf(faults);
    this.toldUntil = beginning;
  }

  /** When the first fault comes, in a clause; empty once it has come. */
  Optional<String> outlook(Instant now) {
    return faults.isEmpty()
        ? Optional.of("no fault will come")
        : Optional.of(faults.get(0).start())
            .filter(now::isBefore)
            .map(start -> outlook(start, now));
  }

  private static String outlook(Instant start, Instant now) {
    long steps = (Duration.between(now, start).toSeconds() + STEP_SECONDS - 1) / STEP_SECONDS;
    return "the job learns; the first fault comes in %d s, at %s UTC"
        .formatted(steps * STEP_SECONDS, clock(start));
  }

  /** What has begun or ended since it was asked last, a line each, as those of incidents are. */
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
