package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import io.tracemill.cli.terminal.TerminalSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The live summary: the incidents, then what the columns mean, each endpoint, those of incidents
 * first, whether data was lost, and the slowest endpoint in a sentence.
 */
public final class ProfileScreen {
  private static final String CLEAR = "\u001b[H\u001b[2J";
  private static final String DATA_LEAD = "  ";

  private final boolean terminal;
  private final Supplier<Optional<TerminalSize>> size;

  ProfileScreen(boolean terminal, Supplier<Optional<TerminalSize>> size) {
    this.terminal = terminal;
    this.size = requireNonNull(size, "size");
  }

  /**
   * A screen for a terminal or for a file.
   *
   * @param terminal whether each frame may replace the one before
   */
  public static ProfileScreen of(boolean terminal) {
    return new ProfileScreen(terminal, terminal ? TerminalSize::now : Optional::empty);
  }

  /** Whether each frame replaces the one before. */
  public boolean isTerminal() {
    return terminal;
  }

  /**
   * What to print next: the page, in place of the one before or below a rule. On a terminal so much
   * of it that its top, where the incidents are, stays in sight.
   *
   * @param below lines that stand below the page
   */
  public String frame(ScreenState state, String below) {
    if (!terminal) {
      return "=".repeat(Page.WIDTH) + "\n" + render(state) + below;
    }
    return CLEAR + size.get().map(given -> on(given, state, below)).orElse(render(state) + below);
  }

  private static String on(TerminalSize size, ScreenState state, String below) {
    String whole = render(Page.on(size), state) + below;
    return size.rowsOf(whole) < size.rows() ? whole : size.top(fitted(state, below, size));
  }

  /** The page, without control sequences: lines of at most 100 columns but those of long links. */
  public String render(ScreenState state) {
    return render(new Page(), state);
  }

  private static String render(Page page, ScreenState state) {
    List<EndpointSummary> endpoints = state.endpoints();
    top(page, state, endpoints, true);
    for (EndpointSummary endpoint : endpoints) {
      EndpointSection.row(page, endpoint, state.sinceMillis());
      EndpointSection.path(page, endpoint);
    }
    data(page, state);
    if (!endpoints.isEmpty()) {
      page.blank();
      conclusion(page, Collections.min(endpoints, EndpointSummary.SLOWEST_FIRST));
    }
    return page.toString();
  }

  /** The page without what explains it, and with as much of the endpoints as there is room for. */
  private static String fitted(ScreenState state, String below, TerminalSize size) {
    List<EndpointSummary> endpoints = state.endpoints();
    FittedEndpoints section = new FittedEndpoints(endpoints, state.sinceMillis(), size);
    Page page = Page.on(size);
    top(page, state, endpoints, false);
    Page bottom = Page.on(size);
    data(bottom, state);
    int room = size.rows() - 1 - size.rowsOf(page + below);
    if (!section.allFit(room - size.rowsOf(bottom.toString()))) {
      bottom = Page.on(size);
      verdict(bottom, state);
    }
    section.write(page, room - size.rowsOf(bottom.toString()));
    page.append(bottom);
    return page + below;
  }

  private static void top(
      Page page, ScreenState state, List<EndpointSummary> endpoints, boolean whole) {
    silence(page, state);
    state.writeIncidents(page);
    if (endpoints.isEmpty()) {
      page.line(
          "No results yet: no window of requests has ended, or none is of an endpoint asked for.");
      return;
    }
    String title = title(endpoints, state.sinceMillis());
    page.line(whole ? "WHERE REQUESTS SPEND THEIR TIME   " + title : title);
    if (whole) {
      EndpointSection.legend(page);
    }
    page.rule();
    EndpointSection.header(page);
  }

  private static void silence(Page page, ScreenState state) {
    OptionalLong since = state.silentSinceMillis();
    if (since.isPresent()) {
      page.prose(
          "",
          "NOTHING HAS COME FROM THE JOB SINCE %s: below is what was last known."
              .formatted(Wording.clock(since.getAsLong())));
    }
  }

  private static String title(List<EndpointSummary> endpoints, long sinceMillis) {
    long start = endpoints.stream().mapToLong(EndpointSummary::startMillis).min().orElse(0);
    long end = endpoints.stream().mapToLong(EndpointSummary::endMillis).max().orElse(0);
    double rate = endpoints.stream().mapToDouble(e -> e.requestsPerSecond(sinceMillis)).sum();
    return "%s to %s UTC   %s requests/s on %s"
        .formatted(
            Wording.clock(Math.max(start, sinceMillis)),
            Wording.clock(end),
            Wording.rate(rate),
            Wording.count(endpoints.size(), "endpoint"));
  }

  private static void data(Page page, ScreenState state) {
    verdict(page, state);
    state.quality().ifPresent(accounts -> accounts(page, accounts));
  }

  private static void verdict(Page page, ScreenState state) {
    page.rule();
    state
        .quality()
        .ifPresentOrElse(
            accounts -> page.prose("DATA SINCE THE START   ", accounts.verdict()),
            () -> page.line("DATA   No accounts yet: whether data was lost is not known."));
  }

  private static void accounts(Page page, QualitySummary accounts) {
    QualitySummary.Records records = accounts.records();
    QualitySummary.Spans spans = accounts.spans();
    QualitySummary.Traces traces = accounts.traces();
    page.line(
        DATA_LEAD
            + "%s received: %s decoded, %s dead-lettered"
                .formatted(
                    Wording.count(records.received(), "record"),
                    Wording.number(records.decoded()),
                    Wording.number(records.deadLettered())));
    page.flow(
        DATA_LEAD + Wording.count(spans.decoded(), "span") + " decoded: ",
        List.of(
            Wording.number(spans.used()) + " used",
            Wording.number(spans.late()) + " late",
            Wording.number(spans.duplicate()) + " duplicate",
            Wording.number(spans.clash()) + " clashing",
            Wording.number(spans.capped()) + " capped",
            rejected(accounts),
            Wording.number(spans.open()) + " open (trace under way)"),
        ", ");
    page.prose(
        DATA_LEAD,
        "%s complete (%s of those closed), %s incomplete, of them %s truncated"
            .formatted(
                Wording.count(traces.complete(), "trace"),
                Wording.percent(accounts.completeShare()),
                Wording.number(traces.incomplete()),
                Wording.number(traces.truncated())));
  }

  private static String rejected(QualitySummary accounts) {
    List<String> reasons = new ArrayList<>();
    accounts
        .rejected()
        .forEach(
            (reason, count) -> {
              if (count > 0) {
                reasons.add(Wording.number(count) + " " + Wording.printable(reason));
              }
            });
    String total = Wording.number(accounts.rejectedTotal()) + " rejected";
    return reasons.isEmpty() ? total : total + " (" + String.join(", ", reasons) + ")";
  }

  private static void conclusion(Page page, EndpointSummary slowest) {
    String which =
        "The slowest endpoint is %s (p95 %s); its hottest path is %s"
            .formatted(
                slowest.endpoint(),
                Wording.duration(slowest.p95Nanos()),
                services(slowest.tree().hottestPath()));
    page.prose("", which + ", and most of its time goes to " + mostOf(slowest.tree()) + ".");
  }

  /** The path by its services, each once in a row. */
  private static String services(List<PathShare> path) {
    List<String> services = new ArrayList<>();
    for (PathShare step : path) {
      if (services.isEmpty() || !services.get(services.size() - 1).equals(step.service())) {
        services.add(step.service());
      }
    }
    return String.join(" > ", services);
  }

  private static String mostOf(CallTree tree) {
    return tree.topSteps(1).stream()
        .map(step -> "%s (%s)".formatted(step.label(), Wording.percent(step.share())))
        .findFirst()
        .orElse("no step in particular");
  }
}
