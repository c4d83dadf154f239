package io.tracemill.cli.demo;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prints the job's findings. On a terminal it redraws a page on every change, with the newest
 * announcements below it. Otherwise it prints a line for each change of an incident, and the page
 * at the end.
 */
final class DemoScreen {
  /** More lines below the page would leave too little room for it on a small terminal. */
  private static final int MAX_TOLD = 3;

  private final boolean terminal = Terminal.isPresent();
  private final ProfileScreen screen = ProfileScreen.of(terminal);
  private final ScreenState state;
  private final Findings findings;
  private final PrintWriter out;
  private final PrintWriter err;
  private final List<String> announced = new ArrayList<>();

  /**
   * An empty screen.
   *
   * @param past when the traffic begins
   * @param beginning when the demo begins
   * @param err gets the announcements
   */
  DemoScreen(Instant past, Instant beginning, Findings findings, PrintWriter out, PrintWriter err) {
    this.state =
        new ScreenState(
            past.toEpochMilli(), beginning.toEpochMilli(), record -> true, InstantSource.system());
    this.findings = findings;
    this.out = out;
    this.err = err;
  }

  /**
   * Takes in records, and prints what is new.
   *
   * @param console the address of the console, which stands at the top of the page
   */
  void show(List<PublishedRecord> records, Optional<String> console) {
    Instant now = Instant.now();
    for (PublishedRecord record : records) {
      state.accept(record.stream(), record.text());
      if (record.stream() == ResultStream.INCIDENTS
          && record.record().orElse(null) instanceof IncidentRecord incident) {
        findings.accept(incident, now);
      }
    }
    List<String> news = findings.announced(now);
    news.forEach(err::println);
    err.flush();
    List<String> changes = state.incidentChanges();
    if (terminal) {
      announced.addAll(news);
      announced.subList(0, Math.max(0, announced.size() - MAX_TOLD)).clear();
      page(console, Stream.concat(announced.stream(), findings.outlook(now).stream()));
    } else {
      changes.forEach(out::println);
      out.flush();
    }
  }

  private void page(Optional<String> console, Stream<String> below) {
    if (state.hasEndpoints()) {
      String above = console.map("CONSOLE     %s%n"::formatted).orElse("");
      out.print(screen.news(state, above, below.map(line -> line + "\n").collect(joining())));
      out.flush();
    }
  }

  /** Prints the final page. */
  void close() {
    page(Optional.empty(), announced.stream());
  }
}
