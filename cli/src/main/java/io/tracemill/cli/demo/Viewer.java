package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ScreenState;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints what the job finds: on a terminal a page, redrawn when it changes; elsewhere a line for
 * each change of an incident, and the page at the end.
 */
final class Viewer {
  private final ProfileScreen pages;
  private final ScreenState state;
  private final PrintWriter out;
  private final List<String> allTold = new ArrayList<>();
  private String shown = "";

  Viewer(ProfileScreen pages, ScreenState state, PrintWriter out) {
    this.pages = requireNonNull(pages, "pages");
    this.state = requireNonNull(state, "state");
    this.out = requireNonNull(out, "out");
  }

  /**
   * Prints what is new.
   *
   * @param told to whom looks on, since the last time; on a terminal it stands below the page,
   *     which would wipe it away
   */
  void look(List<String> told) {
    List<String> changes = state.incidentChanges();
    if (pages.isTerminal()) {
      allTold.addAll(told);
      page();
    } else {
      changes.forEach(out::println);
      out.flush();
    }
  }

  /** Prints how it all ended. */
  void lookBack() {
    look(List.of());
    page();
  }

  private void page() {
    String told =
        pages.isTerminal() ? allTold.stream().map(line -> line + "\n").collect(joining()) : "";
    String page = pages.render(state) + told;
    if (state.hasEndpoints() && !page.equals(shown)) {
      out.print(pages.frame(state, told));
      out.flush();
      shown = page;
    }
  }
}
