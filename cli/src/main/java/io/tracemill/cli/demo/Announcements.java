package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
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

  /** What has begun or ended since it was asked last, a line each. */
  List<String> until(Instant now) {
    List<String> lines = new ArrayList<>();
    for (Fault fault : schedule.faults()) {
      if (isNew(fault.start(), now)) {
        lines.add("fault: " + fault.text());
      }
      if (isNew(fault.end(), now)) {
        lines.add("fault over: " + fault.text());
      }
    }
    toldUntil = now;
    return lines;
  }

  private boolean isNew(Instant time, Instant now) {
    return time.isAfter(toldUntil) && !time.isAfter(now);
  }
}
