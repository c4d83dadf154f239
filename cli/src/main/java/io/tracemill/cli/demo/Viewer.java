package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ScreenState;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prints the job's findings. On a terminal it redraws a page on every change. Otherwise it prints a
 * line for each change of an incident, and the page at the end.
 */
final class Viewer {
  /** More lines below the page would leave too little room for it on a small terminal. */
  private static final int MAX_TOLD = 3;

  private final ProfileScreen pages;
  private final ScreenState state;
  private final PrintWriter out;
  private final List<String> lastTold = new ArrayList<>();
  private String shown = "";

  Viewer(ProfileScreen pages, ScreenState state, PrintWriter out) {
    this.pages = requireNonNull(pages, "pages");
    this.state = requireNonNull(state, "state");
    this.out = requireNonNull(out, "out");
  }

  /**
   * Prints the news.
   *
   * @param told the announcements since the last call; on a terminal the newest lines stand below
   *     the page, as a redrawn page would erase other lines
   * @param outlook what comes next; only shown on a terminal
   */
  void look(List<String> told, Optional<String> outlook) {
    List<String> changes = state.incidentChanges();
    if (pages.isTerminal()) {
      lastTold.addAll(told);
      lastTold.subList(0, Math.max(0, lastTold.size() - MAX_TOLD)).clear();
      page(Stream.concat(lastTold.stream(), outlook.stream()).toList());
    } else {
      changes.forEach(out::println);
      out.flush();
    }
  }

  /** Prints the final result. */
  void lookBack() {
    look(List.of(), Optional.empty());
    page(pages.isTerminal() ? lastTold : List.of());
  }

  private void page(List<String> lines) {
    String told = lines.stream().map(line -> line + "\n").collect(joining());
    String page = pages.render(state) + told;
    if (state.hasEndpoints() && !page.equals(shown)) {
      out.print(pages.frame(state, told));
      out.flush();
      shown = page;
    }
  }
}
