package io.tracemill.cli.screen;

/** An incident in a line: {@code 14:03:10 PAGE since 14:02:30: what happened}. */
final class IncidentLine {
  private IncidentLine() {}

  /** It cannot steer a terminal. */
  static String of(IncidentSummary incident) {
    return "%s  %-8s  %s"
        .formatted(Wording.clock(incident.endMillis()), incident.label(), text(incident));
  }

  /**
   * Since when it fires, or did; the summary of one that is over says first when that was, and why.
   */
  static String text(IncidentSummary incident) {
    return "since %s: %s"
        .formatted(Wording.clock(incident.sinceMillis(), incident.endMillis()), incident.summary());
  }
}
