package io.tracemill.cli.screen;

import io.tracemill.cli.terminal.TerminalSize;
import java.util.List;

/**
 * As much of endpoints as there is room for: a row for as many as possible, and with what is left
 * the paths of the first of them.
 */
final class FittedEndpoints {
  private final List<EndpointSummary> endpoints;
  private final long sinceMillis;
  private final TerminalSize size;

  /** Of endpoints on a terminal, the one that matters most first. */
  FittedEndpoints(List<EndpointSummary> endpoints, long sinceMillis, TerminalSize size) {
    this.endpoints = List.copyOf(endpoints);
    this.sinceMillis = sinceMillis;
    this.size = size;
  }

  /** Whether there is room for a row of each. */
  boolean allFit(int room) {
    return rowsThatFit(room) == endpoints.size();
  }

  /** Writes them in {@code room} rows, unless there is no room to say how many are left out. */
  void write(Page page, int room) {
    int shown = allFit(room) ? endpoints.size() : rowsThatFit(room - 1);
    int left = room - rows(shown) - (shown < endpoints.size() ? 1 : 0);
    for (int i = 0; i < shown; i++) {
      EndpointSummary endpoint = endpoints.get(i);
      EndpointSection.row(page, endpoint, sinceMillis);
      Page path = Page.on(size);
      EndpointSection.path(path, endpoint);
      left -= size.rowsOf(path.toString());
      if (left >= 0) {
        page.append(path);
      }
    }
    if (shown < endpoints.size()) {
      page.line(
          "and %s more, for which this terminal has no room"
              .formatted(Wording.count(endpoints.size() - shown, "endpoint")));
    }
  }

  private int rowsThatFit(int room) {
    int fit = 0;
    while (fit < endpoints.size() && rows(fit + 1) <= room) {
      fit++;
    }
    return fit;
  }

  private int rows(int first) {
    Page page = Page.on(size);
    endpoints.stream()
        .limit(first)
        .forEach(endpoint -> EndpointSection.row(page, endpoint, sinceMillis));
    return size.rowsOf(page.toString());
  }
}
