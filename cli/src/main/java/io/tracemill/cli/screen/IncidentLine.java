package io.tracemill.cli.screen;

/** An incident in a line: {@code 14:03:10 PAGE since 14:02:30: what happened}. */
final class IncidentLine {
  private IncidentLine() {}

  /** It cannot steer a terminal. */
  static String of(IncidentSummary incident) {
    return "%s  %-8s  %s"
        .formatted(Wording.clock(incident.endMillis()), incident.label(), text(incident));
  }

  /** Since when it fires; the summary of one that is over begins with when that was, and why. */
  static String text(IncidentSummary incident) {
    return incident.firing()
        ? "since "
            + Wording.clock(incident.sinceMillis(), incident.endMillis())
            + ": "
            + incident.summary()
        : incident.summary();
  }
}
