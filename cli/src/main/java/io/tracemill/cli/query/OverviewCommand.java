package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.AnswerText;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.CategoryShares.Share;
import io.tracemill.store.question.EndpointSearch;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.Overview.Category;
import io.tracemill.store.question.TimeBuckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The categories of an endpoint. */
@Command(
    name = "overview",
    header = "Show the categories of an endpoint, the most frequent first.",
    description = {
      "",
      "A category holds the requests with the same call tree. It is anomalous (!) if the"
          + " standard deviation of its durations is above their mean.",
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

  @Option(
      names = "--over-time",
      description = "Show requests, share and mean of each category over time instead.")
  private boolean overTime;

  @Option(
      names = "--bucket",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Length of a bucket of --over-time (default: about thirty buckets).")
  private Optional<Duration> bucket = Optional.empty();

  /** An overview, and the shares of its categories over time. */
  private record OverTime(
      Frame endpoint,
      long requests,
      List<Category> categories,
      long bucketMillis,
      List<Share> overTime) {}

  @Override
  Answer ask(StoreSession session, Filter filter) {
    Filter ofEndpoint = filter.of(EndpointSearch.one(session, endpoint));
    Overview overview = Overview.ask(session, ofEndpoint, anomalousCv);
    return overTime ? overTime(session, ofEndpoint, overview) : now(overview);
  }

  private Answer overTime(StoreSession session, Filter filter, Overview overview) {
    CategoryShares shares =
        CategoryShares.ask(
            session,
            filter,
            bucket
                .map(Duration::toMillis)
                .orElseGet(() -> TimeBuckets.lengthMillis(session, filter)));
    List<String> lines =
        new Table<>(shares.shares())
            .names("time (UTC)", each -> Wording.dated(each.timeMillis()))
            .names("category", each -> shown(each.category()))
            .counts("requests", Share::requests)
            .shares("share", Share::share)
            .nanos("meanNanos", Share::meanNanos)
            .lines();
    Table<Share> csv =
        new Table<>(shares.shares())
            .counts("timeMillis", Share::timeMillis)
            .names("category", Share::category)
            .counts("requests", Share::requests)
            .counts("requestsError", Share::requestsError)
            .shares("share", Share::share)
            .nanos("meanNanos", Share::meanNanos)
            .nanos("meanErrorNanos", Share::meanErrorNanos);
    return new Answer(
        new OverTime(
            overview.endpoint(),
            overview.requests(),
            overview.categories(),
            shares.bucketMillis(),
            shares.shares()),
        lines,
        csv.csv());
  }

  private static String shown(String category) {
    return category.substring(0, Math.min(SHOWN_HEX, category.length()));
  }

  private static Answer now(Overview overview) {
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
    Table<Category> table =
        new Table<>(overview.categories())
            .names("category", each -> text ? shown(each.category()) : each.category())
            .counts("requests", Category::requests)
            .shares("share", Category::share)
            .nanos("meanNanos", Category::meanNanos)
            .nanos("p50Nanos", Category::p50Nanos)
            .nanos("p99Nanos", Category::p99Nanos)
            .ratios("cv", Category::cv)
            .names(
                "anomalous", each -> text ? (each.anomalous() ? "!" : "") : each.anomalous() + "")
            .shares("failedShare", Category::failedShare);
    // Without a sample there are no errors.
    return text && overview.requests() == overview.rows()
        ? table
        : table.nanos("meanErrorNanos", Category::meanErrorNanos).counts("rows", Category::rows);
  }
}
