package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import io.tracemill.cli.screen.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Tells that faults begin and end, so that what is found can be compared with it. */
final class Announcements {
  private final Schedule schedule;
  private Instant toldUntil;

  /** Of what comes after {@code beginning}. */
  Announcements(Schedule schedule, Instant beginning) {
    this.schedule = requireNonNull(schedule, "schedule");
    this.toldUntil = requireNonNull(beginning, "beginning");
  }

  /** When the first fault comes, in a clause. */
  String outlook() {
    return schedule.faults().stream()
        .map(Fault::start)
        .min(Comparator.naturalOrder())
        .map(start -> "the first fault comes at %s UTC".formatted(clock(start)))
        .orElse("nothing will go wrong");
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
