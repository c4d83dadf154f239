package io.tracemill.cli.screen;

import java.util.ArrayList;
import java.util.List;

/** What somebody should look at, as the top of the page. */
final class IncidentSection {
  private static final int SHOWN = 8;
  private static final String COLUMN = "  %-9s ";

  private record Entry(String label, String text, List<String> links) {}

  private IncidentSection() {}

  /** The part of the page: pages, tickets, notices, then what is over. */
  static void write(Page page, IncidentBoard board, String verdict) {
    page.prose("INCIDENTS   ", counts(board) + "; " + verdict + ".");
    List<Entry> entries = entries(board);
    entries.stream().limit(SHOWN).forEach(entry -> write(page, entry));
    if (entries.size() > SHOWN) {
      page.line("  and %s more".formatted(Wording.number(entries.size() - SHOWN)));
    }
    page.rule();
  }

  private static String counts(IncidentBoard board) {
    int firing = board.alerts().size();
    int notices = board.notices().size();
    return (firing == 0 ? "none" : firing + " firing")
        + (notices == 0 ? "" : ", " + Wording.count(notices, "notice"));
  }

  private static List<Entry> entries(IncidentBoard board) {
    List<Entry> entries = new ArrayList<>();
    board.alerts().forEach(incident -> entries.add(entry(incident)));
    board.notices().forEach(incident -> entries.add(entry(incident)));
    for (IncidentSummary incident : board.stale()) {
      String since = Wording.clock(incident.judgedMillis(), board.nowMillis());
      String text = "no word since " + since + ": " + incident.summary();
      entries.add(new Entry("stale", text, List.of()));
    }
    board.resolved().forEach(incident -> entries.add(entry(incident)));
    return entries;
  }

  private static Entry entry(IncidentSummary incident) {
    List<String> links = incident.firing() ? incident.links() : List.of();
    return new Entry(incident.label(), incident.summary(), links);
  }

  private static void write(Page page, Entry entry) {
    String lead = COLUMN.formatted(entry.label());
    page.prose(lead, entry.text());
    entry.links().forEach(link -> page.prose(" ".repeat(lead.length()), link));
  }
}
