package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Lane;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.question.Tendency.Bucket;
import io.tracemill.store.question.TimeBuckets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Requests and latency over time. */
@Command(
    name = "tendency",
    header = "Show requests and their mean latency, or a node's, over time.",
    description = {
      "",
      "The share is that of the category among all requests that match the other options.",
      ""
    })
final class TendencyCommand extends QuestionCommand {
  private static final int BAR = 20;

  @Mixin private ScopeOptions scope = new ScopeOptions();

  @Option(
      names = "--bucket",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Length of a bucket, such as 5m (default: about thirty buckets).")
  private Optional<Duration> bucket = Optional.empty();

  @Override
  Answer ask(StoreSession session, Filter filter) {
    Filter narrowed = scope.of(session, filter);
    long length =
        bucket.map(Duration::toMillis).orElseGet(() -> TimeBuckets.lengthMillis(session, narrowed));
    Tendency tendency = Tendency.ask(session, narrowed, scope.node(), length);
    double slowest = tendency.buckets().stream().mapToDouble(Bucket::meanNanos).max().orElse(1);
    List<String> lines =
        new Table<>(tendency.buckets())
            .names("time (UTC)", each -> Wording.dated(each.timeMillis()))
            .counts("requests", Bucket::requests)
            .shares("share", Bucket::share)
            .nanos("meanNanos", Bucket::meanNanos)
            .names(
                "",
                each ->
                    each.rows() == 0 ? "" : Lane.bar(each.meanNanos() / Math.max(1, slowest), BAR))
            .lines();
    Table<Bucket> csv =
        new Table<>(tendency.buckets())
            .counts("timeMillis", Bucket::timeMillis)
            .counts("requests", Bucket::requests)
            .counts("requestsError", Bucket::requestsError)
            .shares("share", Bucket::share)
            .nanos("meanNanos", Bucket::meanNanos)
            .nanos("meanErrorNanos", Bucket::meanErrorNanos)
            .counts("rows", Bucket::rows);
    return new Answer(tendency, lines, csv.csv());
  }
}
