package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import io.tracemill.cli.terminal.TerminalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The live summary: the incidents, then what the columns mean, each endpoint slowest first, whether
 * data was lost, and the slowest endpoint in a sentence.
 */
public final class ProfileScreen {
  private static final int TOP_STEPS = 3;
  private static final String CLEAR = "\u001b[H\u001b[2J";
  private static final String STEPS_LEAD = "          time goes to   ";
  private static final String PATH_LEAD = "          hottest path   ";
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
    String whole = render(state) + below;
    return CLEAR
        + size.get()
            .filter(given -> given.rowsOf(whole) >= given.rows())
            .map(given -> given.top(fitted(state, below, given)))
            .orElse(whole);
  }

  /** The page, without control sequences: lines of at most 100 columns but those of long links. */
  public String render(ScreenState state) {
    List<EndpointSummary> endpoints = state.endpoints();
    Page page = new Page();
    top(page, state, endpoints, true);
    endpoints.forEach(endpoint -> endpoint(page, endpoint, state.sinceMillis()));
    data(page, state);
    if (!endpoints.isEmpty()) {
      page.blank();
      conclusion(page, endpoints.get(0));
    }
    return page.toString();
  }

  /** The page without what explains it, and with as many endpoints as there is room for. */
  private static String fitted(ScreenState state, String below, TerminalSize size) {
    List<EndpointSummary> endpoints = state.endpoints();
    Page page = new Page();
    top(page, state, endpoints, false);
    Page bottom = new Page();
    data(bottom, state);
    int left = size.rows() - 2 - size.rowsOf(page.toString()) - size.rowsOf(bottom + below);
    int shown = 0;
    while (shown < endpoints.size()) {
      Page next = new Page();
      endpoint(next, endpoints.get(shown), state.sinceMillis());
      left -= size.rowsOf(next.toString());
      if (left < 0) {
        break;
      }
      page.append(next);
      shown++;
    }
    if (shown < endpoints.size()) {
      page.line(
          "and %s more, for which this terminal has no room"
              .formatted(Wording.count(endpoints.size() - shown, "endpoint")));
    }
    page.append(bottom);
    return page + below;
  }

  private static void top(
      Page page, ScreenState state, List<EndpointSummary> endpoints, boolean explained) {
    silence(page, state);
    state.writeIncidents(page);
    if (endpoints.isEmpty()) {
      page.line(
          "No results yet: no window of requests has ended, or none is of an endpoint asked for.");
      return;
    }
    title(page, endpoints, state.sinceMillis());
    if (explained) {
      legend(page);
    }
    page.rule();
    page.line(columns("req/s", "p50", "p95", "p99") + "endpoint");
  }

  private static void data(Page page, ScreenState state) {
    page.rule();
    state.quality().ifPresentOrElse(accounts -> accounts(page, accounts), () -> noAccounts(page));
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

  private static void title(Page page, List<EndpointSummary> endpoints, long sinceMillis) {
    long start = endpoints.stream().mapToLong(EndpointSummary::startMillis).min().orElse(0);
    long end = endpoints.stream().mapToLong(EndpointSummary::endMillis).max().orElse(0);
    double rate = endpoints.stream().mapToDouble(e -> e.requestsPerSecond(sinceMillis)).sum();
    page.line(
        "WHERE REQUESTS SPEND THEIR TIME   %s to %s UTC   %s requests/s on %s"
            .formatted(
                Wording.clock(Math.max(start, sinceMillis)),
                Wording.clock(end),
                Wording.rate(rate),
                Wording.count(endpoints.size(), "endpoint")));
  }

  private static void legend(Page page) {
    page.line("What it says, for each endpoint, slowest first (by p95):");
    page.line("  req/s         requests per second");
    page.line("  p50 p95 p99   half, 95 % and 99 % of its requests took no longer than this");
    page.line("  time goes to  the steps its requests waited for most: a step's own time on the");
    page.line(
        "                critical path, as a share of all the time of the endpoint's requests;");
    page.line("                network/wait is time between two services");
    page.line(
        "  hottest path  from the first step always on to the call that took most of the time,");
    page.line("                each step with the same share");
  }

  private static void endpoint(Page page, EndpointSummary endpoint, long sinceMillis) {
    String columns =
        columns(
            Wording.rate(endpoint.requestsPerSecond(sinceMillis)),
            Wording.duration(endpoint.p50Nanos()),
            Wording.duration(endpoint.p95Nanos()),
            Wording.duration(endpoint.p99Nanos()));
    page.prose(columns, endpoint.endpoint());
    steps(page, endpoint.tree().topSteps(TOP_STEPS));
    page.flow(PATH_LEAD, labels(endpoint.tree().hottestPath()), " > ");
    page.blank();
  }

  private static void steps(Page page, List<PathShare> steps) {
    String lead = STEPS_LEAD;
    for (PathShare step : steps) {
      String share = String.format(Locale.ROOT, "%5s  ", Wording.percent(step.share()));
      page.prose(lead + share, step.label());
      lead = " ".repeat(STEPS_LEAD.length());
    }
  }

  private static List<String> labels(List<PathShare> path) {
    return path.stream().map(step -> step.label() + " " + Wording.percent(step.share())).toList();
  }

  private static void accounts(Page page, QualitySummary accounts) {
    QualitySummary.Records records = accounts.records();
    QualitySummary.Spans spans = accounts.spans();
    QualitySummary.Traces traces = accounts.traces();
    page.prose("DATA SINCE THE START   ", accounts.verdict());
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
    page.line(
        DATA_LEAD
            + "%s complete (%s of those closed), %s incomplete, of them %s truncated"
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

  private static void noAccounts(Page page) {
    page.line("DATA   No accounts yet: whether data was lost is not known.");
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

  private static String columns(String rate, String p50, String p95, String p99) {
    return String.format(Locale.ROOT, "%7s %10s %10s %10s   ", rate, p50, p95, p99);
  }
}
