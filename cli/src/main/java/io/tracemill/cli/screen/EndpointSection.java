package io.tracemill.cli.screen;

import java.util.List;
import java.util.Locale;

/** Endpoints on a page: a row of figures each, and below it where the time of its requests goes. */
final class EndpointSection {
  private static final int TOP_STEPS = 3;
  private static final String STEPS_LEAD = "          time goes to   ";
  private static final String PATH_LEAD = "          hottest path   ";

  private EndpointSection() {}

  /** What the columns and the lines below them mean. */
  static void legend(Page page) {
    page.line("What it says, for each endpoint, those of incidents first, then slowest (by p95):");
    page.prose("  req/s         ", "requests per second");
    page.prose("  p50 p95 p99   ", "half, 95 % and 99 % of its requests took no longer than this");
    page.prose("  errors        ", "the part of its requests that failed");
    page.prose(
        "  time goes to  ",
        "the steps its requests waited for most: a step's own time on the critical path, as a share"
            + " of all the time of the endpoint's requests; network/wait is time between two"
            + " services");
    page.prose(
        "  hottest path  ",
        "from the first step always on to the call that took most of the time, each step with the"
            + " same share");
  }

  /** The names of the columns. */
  static void header(Page page) {
    page.line(columns("req/s", "p50", "p95", "p99", "errors") + "endpoint");
  }

  /** Its figures and its name. */
  static void row(Page page, EndpointSummary endpoint, long sinceMillis) {
    String columns =
        columns(
            Wording.rate(endpoint.requestsPerSecond(sinceMillis)),
            Wording.duration(endpoint.p50Nanos()),
            Wording.duration(endpoint.p95Nanos()),
            Wording.duration(endpoint.p99Nanos()),
            Wording.percent(endpoint.errorRatio()));
    page.prose(columns, endpoint.endpoint());
  }

  /** The steps that its requests waited for, the path to them, and a blank line. */
  static void path(Page page, EndpointSummary endpoint) {
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

  private static String columns(String rate, String p50, String p95, String p99, String errors) {
    return String.format(Locale.ROOT, "%7s %10s %10s %10s %7s   ", rate, p50, p95, p99, errors);
  }
}
