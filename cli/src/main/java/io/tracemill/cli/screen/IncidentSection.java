package io.tracemill.cli.screen;

import java.util.List;

/** What somebody should look at, as the top of the page. */
final class IncidentSection {
  private static final int SHOWN = 8;
  private static final String COLUMN = "  %-9s ";

  private IncidentSection() {}

  /**
   * The part of the page: none too many, the most urgent first.
   *
   * @param whole or a line of each that does not fire
   */
  static void write(Page page, IncidentBoard board, String verdict, boolean whole) {
    int firing = board.firing().size();
    page.prose("INCIDENTS   ", (firing == 0 ? "none" : firing + " firing") + "; " + verdict + ".");
    int left = SHOWN;
    for (IncidentSummary incident : firstOf(board.firing(), left)) {
      entry(page, incident.label(), incident.summary(), true);
      left--;
    }
    for (IncidentSummary incident : firstOf(board.stale(), left)) {
      String unheard =
          "no word since " + Wording.clock(incident.endMillis(), board.nowMillis()) + ": ";
      entry(page, "stale", unheard + incident.summary(), whole);
      left--;
    }
    for (IncidentSummary incident : firstOf(board.resolved(), left)) {
      entry(page, incident.label(), incident.summary(), whole);
      left--;
    }
    int all = firing + board.stale().size() + board.resolved().size();
    if (all > SHOWN) {
      page.line("  and %s more".formatted(Wording.number(all - SHOWN)));
    }
    page.rule();
  }

  private static List<IncidentSummary> firstOf(List<IncidentSummary> incidents, int most) {
    return incidents.subList(0, Math.min(most, incidents.size()));
  }

  private static void entry(Page page, String label, String text, boolean whole) {
    if (whole) {
      page.prose(COLUMN.formatted(label), text);
    } else {
      page.line(COLUMN.formatted(label) + text);
    }
  }
}
