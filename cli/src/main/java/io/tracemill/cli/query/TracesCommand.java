package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.TraceSearch;
import io.tracemill.store.question.TraceSearch.Found;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Traces that have something in common. */
@Command(
    name = "traces",
    header = "Find traces: slow, failed, with an attribute, of a category, with a slow node.",
    description = {
      "",
      "Lists requests in the store, including incomplete ones. `query trace` draws those marked *,"
          + " whose spans the store keeps. The key links.trace (--config) sets the link.",
      ""
    })
final class TracesCommand extends QuestionCommand {
  @Mixin private ScopeOptions scope = new ScopeOptions();

  @Option(names = "--failed", description = "Only failed requests.")
  private boolean failed;

  @Option(
      names = "--slower",
      paramLabel = "TIME",
      converter = LatencyConverter.class,
      description = "Only requests in which the node (--node) took at least this long.")
  private long slowerNanos;

  @Option(names = "--slowest", description = "List the slowest first, not the newest.")
  private boolean slowest;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of requests (default: 20).")
  private int limit = 20;

  @Override
  Answer ask(StoreSession session, Filter filter) {
    List<Found> found =
        new TraceSearch(
                scope.of(session, filter),
                failed,
                scope.node(),
                slowerNanos,
                slowest ? TraceSearch.Order.SLOWEST : TraceSearch.Order.NEWEST,
                limit,
                options().config().get(ChangeKeys.LINKS_TRACE))
            .ask(session);
    return new Answer(
        Map.of("traces", found),
        found.isEmpty() ? List.of("No request in the store matches.") : text(found).lines(),
        csv(found).csv());
  }

  private Table<Found> text(List<Found> found) {
    Table<Found> table =
        new Table<>(found)
            .names("time (UTC)", each -> Wording.dated(each.timeMillis()))
            .nanos("durationNanos", Found::durationNanos);
    if (scope.node().isPresent()) {
      table.nanos("nodeNanos", Found::nodeNanos);
    }
    return table
        .names("", each -> (each.spansKept() ? "*" : " ") + (each.failed() ? "failed" : ""))
        .names("trace", Found::traceId)
        .names("endpoint", each -> each.endpoint().toString())
        .names("link", Found::link);
  }

  private static Table<Found> csv(List<Found> found) {
    return new Table<>(found)
        .counts("timeMillis", Found::timeMillis)
        .counts("startNanos", Found::startNanos)
        .names("traceId", Found::traceId)
        .names("spanId", Found::spanId)
        .names("role", Found::role)
        .names("service", each -> each.endpoint().service())
        .names("operation", each -> each.endpoint().operation())
        .nanos("durationNanos", Found::durationNanos)
        .names("failed", each -> each.failed() + "")
        .names("complete", each -> each.complete() + "")
        .names("category", Found::category)
        .counts("spanCount", Found::spanCount)
        .names("spansKept", each -> each.spansKept() + "")
        .nanos("nodeNanos", Found::nodeNanos)
        .names("link", Found::link);
  }
}
