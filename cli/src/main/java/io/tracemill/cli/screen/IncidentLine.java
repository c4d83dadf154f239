package io.tracemill.cli.screen;

/** An incident in a line: {@code 14:03:10 PAGE what happened, since 14:02 UTC}. */
final class IncidentLine {
  private IncidentLine() {}

  /** It cannot steer a terminal. */
  static String of(IncidentSummary incident) {
    return "%s  %-8s  %s"
        .formatted(Wording.clock(incident.endMillis()), incident.label(), incident.summary());
  }
}
