package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tells that faults begin and end, so that what is found can be compared with it. */
final class Announcements {
  /** The time until the next fault is told in steps of this. */
  private static final int STEP_SECONDS = 10;

  private final Schedule schedule;
  private Instant toldUntil;

  /** Of what comes after {@code beginning}. */
  Announcements(Schedule schedule, Instant beginning) {
    this.schedule = requireNonNull(schedule, "schedule");
    this.toldUntil = requireNonNull(beginning, "beginning");
  }

  /** When the first fault comes, in a clause; empty once it has come. */
  Optional<String> outlook(Instant now) {
    Optional<Instant> first =
        schedule.faults().stream().map(Fault::start).min(Comparator.naturalOrder());
    if (first.isEmpty()) {
      return Optional.of("no fault will come");
    }
    return first.filter(now::isBefore).map(start -> outlook(start, now));
  }

  private static String outlook(Instant start, Instant now) {
    long seconds = Duration.between(now, start).toSeconds();
    long steps = (seconds + STEP_SECONDS - 1) / STEP_SECONDS;
    return "the job learns; the first fault comes in %d s, at %s UTC"
        .formatted(steps * STEP_SECONDS, clock(start));
  }

  /** What has begun or ended since it was asked last, a line each. */
  List<String> until(Instant now) {
    List<String> lines = new ArrayList<>();
    for (Fault fault : schedule.faults()) {
      if (isNew(fault.start(), now)) {
        lines.add(line(fault.start(), "fault", fault));
      }
      if (isNew(fault.end(), now)) {
        lines.add(line(fault.end(), "over", fault));
      }
    }
    toldUntil = now;
    return lines;
  }

  /** As the lines of incidents are, among which it stands. */
  private static String line(Instant time, String what, Fault fault) {
    return "%s  %-8s  %s".formatted(clock(time), what, fault.text());
  }

  private static String clock(Instant time) {
    return Wording.clock(time.toEpochMilli());
  }

  private boolean isNew(Instant time, Instant now) {
    return time.isAfter(toldUntil) && !time.isAfter(now);
  }
}
