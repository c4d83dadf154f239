package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Drawings;
import io.tracemill.cli.query.answer.Layout;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.Incidents;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.question.TraceSearch;
import io.tracemill.store.sql.SqlProcess;
import io.tracemill.store.sql.SqlResult;
import java.util.List;
import java.util.stream.Stream;

/** The table of questions. */
final class Questions {
  static final String ENDPOINT_WORD =
      "Service and operation, such as 'shop POST /checkout'; * matches anything.";

  /** All questions, as the usage lists them. */
  static final List<Question> ALL =
      Stream.of(
              categories(),
              latencies(),
              ViewQuestions.paths(),
              ViewQuestions.views(),
              traces(),
              List.of(CompareQuestion.QUESTION))
          .flatMap(List::stream)
          .toList();

  private Questions() {}

  private static List<Question> categories() {
    return List.of(
        Question.of(
                "overview",
                "Show the categories of an endpoint, the most frequent first.",
                asking ->
                    new Answer(
                        Overview.ask(
                            asking.session(), asking.ofEndpoint(), asking.options().anomalousCv),
                        Layout.rows(
                                "categories",
                                "category",
                                "requests",
                                "share",
                                "meanNanos",
                                "p50Nanos",
                                "p99Nanos",
                                "cv",
                                "anomalous",
                                "failedShare")
                            .below("meanNanos")))
            .described(
                "A category holds the requests with the same call tree. It is anomalous (!) if the"
                    + " standard deviation of its durations is above their mean.")
            .taking("ENDPOINT", "1", ENDPOINT_WORD)
            .with("--anomalous-above")
            .without("--endpoint", "--category"),
        Question.of(
                "shares",
                "Show requests, share and mean of an endpoint's categories over time.",
                asking -> {
                  Filter filter = asking.ofEndpoint();
                  return new Answer(
                      CategoryShares.ask(
                          asking.session(),
                          filter,
                          asking.options().bucketMillis(asking.session(), filter)),
                      Layout.rows(
                          "shares",
                          "time (UTC)=timeMillis",
                          "category",
                          "requests",
                          "share",
                          "meanNanos"));
                })
            .taking("ENDPOINT", "1", ENDPOINT_WORD)
            .with("--bucket")
            .without("--endpoint", "--category"),
        Question.of(
                "category",
                "Show the call tree of a category, with the times of each node.",
                asking ->
                    new Answer(
                        asking.category(0).profile(asking.session(), asking.filter()),
                        Layout.rows(
                                "nodes",
                                "pos=position",
                                "call=call:service",
                                "meanNanos",
                                "minNanos",
                                "maxNanos",
                                "ratio",
                                "=bar:ratio",
                                "calls=callsPerRequest",
                                "ownNanos",
                                "criticalNanos")
                            .below("cut off=truncated")))
            .described(
                "A node's time is the sum of its calls' durations in a request. Its bar is the"
                    + " ratio of its mean to that of the root. Own time is when it waits for no"
                    + " other call; critical time is own time on the critical path.")
            .taking("ID", "1", "The first digits of the category's id.")
            .without("--category"),
        Question.of(
                "diff",
                "Show which calls one of two categories has more.",
                asking -> {
                  CategoryDifference difference =
                      CategoryDifference.of(asking.category(0), asking.category(1));
                  return new Answer(difference, Layout.rows("calls"))
                      .drawn(Drawings.difference(difference));
                })
            .described(
                "+ marks a call that only the second category has, or has more often; - marks the"
                    + " same for the first.")
            .taking("ID", "2", "The two categories, each by the first digits of its id.")
            .ofAnyRequest()
            .with("--endpoint"));
  }

  private static List<Question> latencies() {
    return List.of(
        Question.of(
                "histogram",
                "Show the distribution of request latencies.",
                asking ->
                    new Answer(
                        Histogram.ask(
                            asking.session(),
                            asking.filter(),
                            asking.options().scale(),
                            asking.options().bins),
                        Layout.rows("bins", "fromNanos", "toNanos", "requests", "=bar:requests")))
            .with("--bins", "--linear"),
        Question.of(
                "tendency",
                "Show requests and their mean latency, or a node's, over time.",
                asking -> {
                  Filter filter = asking.filter();
                  return new Answer(
                      Tendency.ask(
                          asking.session(),
                          filter,
                          asking.options().node(),
                          asking.options().bucketMillis(asking.session(), filter)),
                      Layout.rows(
                          "buckets",
                          "time (UTC)=timeMillis",
                          "requests",
                          "share",
                          "meanNanos",
                          "=bar:meanNanos"));
                })
            .described(
                "The share is that of the category among all requests that match the other"
                    + " options.")
            .with("--bucket", "--node"));
  }

  private static List<Question> traces() {
    return List.of(
        Question.of(
                "traces",
                "Find traces: slow, failed, with an attribute, of a category, with a slow node.",
                asking ->
                    new Answer(
                        new Traces(
                            new TraceSearch(
                                    asking.filter(),
                                    false,
                                    asking.options().node(),
                                    asking.options().slowerNanos,
                                    asking.options().order(),
                                    asking.options().limit,
                                    asking.config().get(Keys.LINKS_TRACE))
                                .ask(asking.session())),
                        Layout.rows(
                            "traces",
                            "time (UTC)=timeMillis",
                            "durationNanos",
                            asking.options().node().isPresent() ? "node=nodeNanos" : "node=none",
                            "spans=spansKept",
                            "failed",
                            "trace=traceId",
                            "endpoint",
                            "link")))
            .described(
                "Lists requests in the store, including incomplete ones. `query trace` draws those"
                    + " whose spans (!) the store keeps. The key links.trace (--config) sets the"
                    + " link.")
            .with("--node", "--slower", "--slowest", "--limit"),
        Question.of(
                "trace",
                "Draw a trace as a swim lane, with its critical path.",
                asking -> {
                  StoredTrace trace =
                      StoredTrace.ask(
                          asking.session(), asking.word(0), asking.config().get(Keys.LINKS_TRACE));
                  return new Answer(trace, Layout.rows("requests.spans"))
                      .drawn(Drawings.trace(trace));
                })
            .described(
                "In a span's lane, = is its time and # its own time on the critical path. For a"
                    + " request of which the store keeps only the critical path, this prints what"
                    + " is known, and the link of the key links.trace (--config). Below: its spans"
                    + " by operation; calls in a row are made by one span, one after another.")
            .taking("TRACE", "1", "The trace id, 32 hexadecimal digits.")
            .ofAnyRequest(),
        Question.of(
                "incidents",
                "List the incidents of a range of time, as the job last reported each.",
                asking ->
                    new Answer(
                        Incidents.ask(asking.session(), asking.time(), asking.options().stream),
                        Layout.rows(
                            "incidents", "time (UTC)=timeMillis", "status", "severity", "id")))
            .described("--json has the whole records.")
            .ofAnyRequest()
            .with("--stream"),
        Question.of(
                "sql",
                "Run a SELECT over the store, in DuckDB's SQL.",
                asking -> {
                  SqlResult result =
                      SqlProcess.run(
                          asking.store().directory(),
                          asking.store().line(),
                          asking.time(),
                          asking.word(0),
                          asking.store().limits().withMaxRows(asking.options().maxRows));
                  asking.skip(result.skippedFiles());
                  return new Answer(result, Layout.raw("rows", result.columns()));
                })
            .described(
                "Views: requests, spans (a row for each span of a request), panes, incidents."
                    + " `DESCRIBE requests` lists the columns."
                    + " --from and --to choose which hours of the store to read. It runs in a"
                    + " separate process, which can only read the store.")
            .taking("SQL", "1", "One SELECT statement.")
            .ofAnyRequest()
            .with("--max-rows"));
  }

  /** Requests that match. */
  private record Traces(List<TraceSearch.Found> traces) {}
}
