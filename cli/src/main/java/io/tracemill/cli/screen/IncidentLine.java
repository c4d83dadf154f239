package io.tracemill.cli.screen;

import java.util.List;
import java.util.stream.Stream;

/**
 * An incident without a page around it: {@code 14:03:10 PAGE payment -> bank-api is slow: ...}, and
 * below it a line for each link.
 */
final class IncidentLine {
  private static final String INDENT = " ".repeat(20);

  private IncidentLine() {}

  /** They cannot steer a terminal. */
  static List<String> of(IncidentSummary incident) {
    String line =
        "%s  %-8s  %s"
            .formatted(
                Wording.clock(incident.judgedMillis()), incident.label(), incident.summary());
    return Stream.concat(Stream.of(line), incident.links().stream().map(INDENT::concat)).toList();
  }
}
