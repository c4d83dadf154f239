package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.cli.screen.Page.Rank;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.StepShare;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The live summary: the incidents, then the endpoints, those of incidents first. Then it says
 * whether data was lost, and explains the columns.
 */
public final class ProfileScreen {
  private static final String HOME = "\u001b[H";
  private static final String END_OF_LINE = "\u001b[K\n";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final String INDENT = " ".repeat(12);
  private static final int SHOWN_INCIDENTS = 8;
  private static final int TOP_STEPS = 3;
  private static final String LEGEND =
      "req/s: requests per second. p50, p95, p99: half, 95 % and 99 % of the requests took no longer."
          + " errors: the share of the requests that failed. time goes to: the steps with most time"
          + " of their own on the critical path, as a share of all the time of the endpoint's"
          + " requests; network/wait is time between two services. hottest path: from the first step"
          + " always on to the call that took most of the time, with the same shares.";

  private final boolean terminal;
  private final boolean colours;
  private final Supplier<Optional<Terminal>> size;
  private String shown = "";

  ProfileScreen(boolean terminal, boolean colours, Supplier<Optional<Terminal>> size) {
    this.terminal = terminal;
    this.colours = colours;
    this.size = requireNonNull(size, "size");
  }

  /**
   * A screen for a terminal or for a file.
   *
   * @param terminal whether each frame may replace the previous one
   */
  public static ProfileScreen of(boolean terminal) {
    return new ProfileScreen(
        terminal, Terminal.hasColours(), Terminal.isPresent() ? Terminal::now : Optional::empty);
  }

  /** Whether each frame replaces the previous one. */
  public boolean isTerminal() {
    return terminal;
  }

  /**
   * The next frame; empty if the page is like the one before.
   *
   * @param above lines to print above the page
   * @param below lines to print below it
   */
  public String news(ScreenState state, String above, String below) {
    String page = above + render(state) + below;
    if (page.equals(shown)) {
      return "";
    }
    shown = page;
    return frame(state, above, below);
  }

  /**
   * The page, which replaces the previous one or follows it. If it replaces the previous one, it is
   * cut to fit above the row of the cursor.
   */
  String frame(ScreenState state, String above, String below) {
    Terminal shownOn = size.get().orElse(new Terminal(Short.MAX_VALUE, Page.WIDTH));
    Page page = new Page(shownOn.columns());
    above.lines().forEach(line -> page.prose("", line));
    write(page, state);
    page.begin(Rank.TOP);
    below.lines().forEach(line -> page.prose("", line));
    if (!terminal) {
      return String.join("\n", page.lines(shownOn, Integer.MAX_VALUE, colours)) + "\n";
    }
    page.fit(shownOn, shownOn.rows() - 1);
    return page.lines(shownOn, shownOn.rows() - 1, colours).stream()
        .map(line -> line + END_OF_LINE)
        .collect(joining("", HOME, CLEAR_BELOW));
  }

  /** The whole page, without control sequences. */
  public String render(ScreenState state) {
    Page page = new Page();
    write(page, state);
    return page.toString();
  }

  private static void write(Page page, ScreenState state) {
    state
        .silentSinceMillis()
        .ifPresent(
            since -> {
              String silence = "NO RESULTS FROM THE JOB SINCE " + Wording.clock(since);
              page.prose(Style.fg_red, silence, ": this page is old.");
            });
    incidents(page, state);
    endpoints(page, state);
    page.begin(Rank.TOP);
    state
        .quality()
        .ifPresentOrElse(
            accounts -> accounts(page, accounts),
            () -> heading(page, "ACCOUNTS", "None yet, so it is unknown whether data was lost."));
    if (state.hasEndpoints()) {
      page.begin(Rank.LEGEND);
      heading(page, "LEGEND", LEGEND);
    }
  }

  private static void heading(Page page, String name, String sentences) {
    page.prose(Style.bold, "%-12s".formatted(name), sentences);
  }

  private static void incidents(Page page, ScreenState state) {
    long firing = state.count("PAGE", "ticket");
    long notices = state.count("notice");
    String counts =
        (firing == 0 ? "none" : firing + " firing")
            + (notices == 0 ? "" : ", " + Wording.count(notices, "notice"));
    heading(page, "INCIDENTS", counts + "; " + state.verdict() + ".");
    List<IncidentView> shown = state.incidents();
    for (int i = 0; i < Math.min(SHOWN_INCIDENTS, shown.size()); i++) {
      page.begin(i == 0 ? Rank.TOP : Rank.INCIDENT);
      incident(page, shown.get(i), state);
    }
    if (shown.size() > SHOWN_INCIDENTS) {
      page.begin(Rank.TOP);
      page.prose("  ", "and %s more".formatted(Wording.number(shown.size() - SHOWN_INCIDENTS)));
    }
  }

  /** Its cause, then its figures if it fires, then its links. */
  private static void incident(Page page, IncidentView incident, ScreenState state) {
    String label = state.label(incident);
    IncidentRecord record = incident.record();
    String silence =
        label.equals(ScreenState.STALE)
            ? "no record since " + Wording.clock(record.judgedMillis(), state.nowMillis()) + ": "
            : "";
    String summary = IncidentText.summary(record);
    int cause = summary.contains(". ") ? summary.indexOf(". ") + 1 : summary.length();
    page.prose(style(label), "  %-9s ".formatted(label), silence + summary.substring(0, cause));
    if (cause < summary.length()) {
      if (!incident.firing()) {
        page.begin(Rank.DETAIL);
      }
      page.prose(INDENT, summary.substring(cause + 1));
    }
    if (incident.firing()) {
      page.begin(Rank.LINK);
      IncidentText.links(record).forEach(link -> page.prose(INDENT, link));
    }
  }

  private static Style style(String label) {
    return switch (label) {
      case "PAGE" -> Style.fg_red;
      case "ticket" -> Style.fg_yellow;
      case "resolved" -> Style.fg_green;
      default -> Style.faint;
    };
  }

  private static void endpoints(Page page, ScreenState state) {
    List<EndpointView> endpoints = state.endpoints();
    page.begin(Rank.TOP);
    if (endpoints.isEmpty()) {
      heading(page, "ENDPOINTS", "none: no window has ended yet, or --endpoint matches none.");
      return;
    }
    long since = state.sinceMillis();
    long start = endpoints.stream().mapToLong(e -> e.window().startMillis()).min().orElse(0);
    long end = endpoints.stream().mapToLong(e -> e.window().endMillis()).max().orElse(0);
    double rate = endpoints.stream().mapToDouble(state::requestsPerSecond).sum();
    heading(
        page,
        "ENDPOINTS",
        "%s to %s UTC, %s requests/s on %s"
            .formatted(
                Wording.clock(Math.max(start, since)),
                Wording.clock(end),
                Wording.rate(rate),
                Wording.count(endpoints.size(), "endpoint")));
    page.prose(Style.bold, columns("req/s", "p50", "p95", "p99", "errors"), "endpoint");
    for (EndpointView endpoint : endpoints) {
      LatencyPoint newest = endpoint.newest();
      page.begin(Rank.ENDPOINT);
      page.prose(
          columns(
              Wording.rate(state.requestsPerSecond(endpoint)),
              Wording.duration(newest.p50()),
              Wording.duration(newest.p95()),
              Wording.duration(newest.p99()),
              Wording.percent(newest.errorRatio())),
          Wording.frame(endpoint.endpoint()));
      page.begin(Rank.DETAIL);
      page.prose(
          Style.faint,
          "    time goes to  ",
          joined(Wording.top(endpoint.steps(), TOP_STEPS), ", "));
      page.prose(
          Style.faint, "    hottest path  ", joined(endpoint.path(), Page.UNBROKEN_SPACE + "> "));
    }
  }

  private static String columns(String rate, String p50, String p95, String p99, String errors) {
    return String.format(Locale.ROOT, "%7s %8s %8s %8s %8s   ", rate, p50, p95, p99, errors);
  }

  /** {@code 61 % db SELECT}; no step breaks across lines. */
  private static String joined(List<StepShare> steps, String separator) {
    return steps.stream()
        .map(step -> Wording.unbroken(Wording.percent(step.share()) + " " + Wording.step(step)))
        .collect(joining(separator));
  }

  private static void accounts(Page page, QualitySummary accounts) {
    page.prose(
        accounts.losses().isEmpty() ? Style.bold : Style.fg_red,
        "%-12s".formatted("ACCOUNTS"),
        accounts.verdict());
    page.begin(Rank.ACCOUNTS);
    accounts.details().forEach(line -> page.prose(INDENT, line));
  }
}
