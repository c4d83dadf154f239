package io.tracemill.cli.screen;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.IncidentRecord;
import java.util.List;
import java.util.stream.Stream;

/** An incident in words. Its text contains no control characters. */
public final class IncidentText {
  static final String RESOLVED = "resolved";

  /** More than the job writes. It limits the text of a record from another writer. */
  private static final int MAX_SUMMARY = 2_000;

  private static final String INDENT = " ".repeat("14:03:10  resolved  ".length());

  private IncidentText() {}

  /** Whether it needs attention, as all incidents except notices do. */
  public static boolean isAlert(IncidentRecord incident) {
    return incident.severity() != Severity.INFO;
  }

  /** The action it asks for: {@code PAGE}, {@code ticket} or {@code notice}. */
  public static String urgency(IncidentRecord incident) {
    return switch (incident.severity()) {
      case PAGE -> "PAGE";
      case TICKET -> "ticket";
      case INFO -> "notice";
    };
  }

  /** Its urgency while it fires, then {@code resolved}. */
  static String label(IncidentRecord incident) {
    return incident.firing() ? urgency(incident) : RESOLVED;
  }

  /** What changed, since when, where, and how sure; if it is over, first how it ended. */
  public static String summary(IncidentRecord incident) {
    return Wording.shorten(Wording.printable(incident.summary()), MAX_SUMMARY);
  }

  /** One trace after and one before, if {@code links.trace} is set. */
  public static List<String> links(IncidentRecord incident) {
    return incident.links().stream()
        .flatMap(
            links -> Stream.concat(first("after", links.after()), first("before", links.before())))
        .toList();
  }

  private static Stream<String> first(String side, List<String> links) {
    return links.stream().limit(1).map(link -> side + ": " + Wording.printable(link));
  }

  /** The lines outside a page: {@code 14:03:10 PAGE payment is slow: ...}, then its links. */
  static Stream<String> lines(IncidentRecord incident) {
    String line =
        "%s  %-8s  %s"
            .formatted(Wording.clock(incident.judgedMillis()), label(incident), summary(incident));
    return Stream.concat(Stream.of(line), links(incident).stream().map(INDENT::concat));
  }
}
