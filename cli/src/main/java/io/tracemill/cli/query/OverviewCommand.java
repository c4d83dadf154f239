package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.query.EndpointSearch;
import io.tracemill.query.Filter;
import io.tracemill.query.IndexSession;
import io.tracemill.query.Overview;
import io.tracemill.query.Overview.Category;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The categories of an endpoint. */
@Command(
    name = "overview",
    header = "Show the categories of an endpoint, the most frequent first.",
    description = {
      "",
      "A category holds the requests with the same call tree. It is anomalous (!) if its"
          + " durations vary more than their mean.",
      ""
    })
final class OverviewCommand extends QuestionCommand {
  private static final int SHOWN_HEX = 12;

  @Parameters(
      paramLabel = "ENDPOINT",
      description = "Service and operation, such as 'shop POST /checkout'; * matches anything.")
  private String endpoint = "";

  @Option(
      names = "--anomalous-above",
      paramLabel = "CV",
      description = "Coefficient of variation above which a category is anomalous (default: 1).")
  private double anomalousCv = Overview.ANOMALOUS_CV;

  @Override
  Answer ask(IndexSession session, Filter filter) {
    Overview overview =
        Overview.ask(session, filter.of(EndpointSearch.one(session, endpoint)), anomalousCv);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s requests%s, mean %s"
            .formatted(
                Figures.name(overview.endpoint().toString()),
                Figures.count(overview.requests()),
                AnswerText.estimated(overview.requestsError(), overview.rows()),
                AnswerText.mean(overview.meanNanos(), overview.meanErrorNanos())));
    lines.add("");
    lines.addAll(table(overview, true).lines());
    return new Answer(overview, lines, table(overview, false).csv());
  }

  private static Table<Category> table(Overview overview, boolean text) {
    return new Table<>(overview.categories())
        .names(
            "flow",
            each ->
                text
                    ? each.flow().substring(0, Math.min(SHOWN_HEX, each.flow().length()))
                    : each.flow())
        .counts("requests", Category::requests)
        .shares("share", Category::share)
        .nanos("meanNanos", Category::meanNanos)
        .nanos("p50Nanos", Category::p50Nanos)
        .nanos("p99Nanos", Category::p99Nanos)
        .ratios("cv", Category::cv)
        .names("anomalous", each -> text ? (each.anomalous() ? "!" : "") : each.anomalous() + "")
        .shares("failedShare", Category::failedShare)
        .nanos("meanErrorNanos", Category::meanErrorNanos)
        .counts("rows", Category::rows);
  }
}
