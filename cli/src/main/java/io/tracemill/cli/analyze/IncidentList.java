package io.tracemill.cli.analyze;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.cli.screen.IncidentText;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The incidents of an output and, apart from them, its notices. It holds one record of each. */
final class IncidentList {
  private static final int SHOWN = 10;
  private static final String COLUMN = "  %-8s ";
  private static final String LITTLE_WATCHED =
      "Most panes were not watched; quality.jsonl says why for each endpoint. The job learns an"
          + " endpoint from its first 20 requests in 4 panes (pane). It is blind while too"
          + " few requests come, too many traces are incomplete, or too many spans are late"
          + " (assembly.quiet-period, assembly.root-grace).";

  private final Map<String, IncidentRecord> byId = new HashMap<>();

  /** Adds a record of the incidents stream, in the order of the file. */
  void add(IncidentRecord incident) {
    byId.merge(
        incident.id(),
        incident,
        (old, newer) -> newer.judgedMillis() < old.judgedMillis() ? old : newer);
  }

  /**
   * Prints the costliest incidents, or that there are none, and how much of the input was watched.
   *
   * @param accounts tell how many panes of each endpoint were watched
   */
  void print(PrintWriter out, QualitySummary accounts) {
    Page page = new Page();
    List<IncidentRecord> alerts = mostExpensive(true);
    page.prose("", verdict(accounts));
    write(page, alerts);
    List<IncidentRecord> notices = mostExpensive(false);
    if (!notices.isEmpty()) {
      page.prose("", "Notices: calls changed, but no endpoint became slower or fails more.");
      write(page, notices);
    }
    QualityRecord.Panes panes = accounts.job().windows();
    long unwatched = panes.learning() + panes.blind();
    if (panes.watching() < unwatched) {
      page.prose("", LITTLE_WATCHED);
    }
    out.print(page);
  }

  private String verdict(QualitySummary accounts) {
    List<String> counts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = byId.values().stream().filter(each -> each.severity() == severity).count();
      String noun = severity == Severity.INFO ? "notice" : severity.label();
      if (count > 0) {
        counts.add(Wording.count(count, noun));
      }
    }
    QualityRecord.Panes panes = accounts.job().windows();
    long thin = panes.thin().orElse(0);
    boolean none = byId.values().stream().noneMatch(IncidentText::isAlert);
    counts.addAll(0, none ? List.of("No incident") : List.of());
    return "%s. Panes of endpoints: %s watched, %s learning, %s blind%s."
        .formatted(
            String.join(", ", counts),
            Wording.number(panes.watching()),
            Wording.number(panes.learning()),
            Wording.number(panes.blind()),
            thin == 0 ? "" : " (%s with too few requests)".formatted(Wording.number(thin)));
  }

  private List<IncidentRecord> mostExpensive(boolean alerts) {
    return byId.values().stream()
        .filter(incident -> IncidentText.isAlert(incident) == alerts)
        .sorted(
            comparingLong(IncidentRecord::contributionNanos)
                .reversed()
                .thenComparingLong(IncidentRecord::sinceMillis)
                .thenComparing(comparing(IncidentRecord::id)))
        .toList();
  }

  private static void write(Page page, List<IncidentRecord> incidents) {
    for (IncidentRecord incident : incidents.subList(0, Math.min(SHOWN, incidents.size()))) {
      String indent = " ".repeat(COLUMN.formatted("").length());
      page.prose(COLUMN.formatted(IncidentText.urgency(incident)), when(incident));
      page.prose(indent, IncidentText.summary(incident));
      IncidentText.links(incident).forEach(link -> page.prose(indent, link));
    }
    if (incidents.size() > SHOWN) {
      page.prose("  ", "and %s more".formatted(Wording.number(incidents.size() - SHOWN)));
    }
  }

  /** {@code 2026-03-01 12:00:00 to 12:10:00 UTC, recovered}. */
  private static String when(IncidentRecord incident) {
    return "%s to %s UTC, %s"
        .formatted(
            Wording.dated(incident.sinceMillis()),
            Wording.clock(incident.judgedMillis(), incident.sinceMillis()),
            incident.reason().map(EndReason::label).orElse("not over"));
  }
}
