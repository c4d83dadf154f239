package io.tracemill.cli.query;

import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.TopDown;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Drawings;
import io.tracemill.cli.query.answer.Layout;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastProfile;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of questions. */
final class Questions {
  private static final String ENDPOINT_WORD =
      "Service and operation, such as 'shop POST /checkout'; * matches anything.";
  private static final String[] CALL_PATHS = {
    "share=share:inclusiveNanos", "own/request=each:exclusiveNanos", "call path=call:service"
  };

  /** All questions, as the usage lists them. */
  static final List<Question> ALL =
      Stream.of(categories(), latencies(), views(), traces(), List.of(CompareQuestion.QUESTION))
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
                            asking.session(), asking.ofEndpoint(), asking.options().anomalousCv()),
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
                            asking.options().bins()),
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
            .with("--bucket", "--node"),
        Question.of(
            "distributions",
            "Show the distributions of the duration and the size of requests.",
            asking ->
                new Answer(
                    Distributions.of(asking.requests(), asking.rules()),
                    Layout.rows(
                        "figures",
                        "figure=name",
                        "values.mean",
                        "values.min",
                        "values.percentiles.p50",
                        "values.percentiles.p90",
                        "values.percentiles.p95",
                        "values.percentiles.p99",
                        "values.max"))),
        Question.of(
                "heatmap",
                "Show where single requests spend their time, from the fastest to the slowest.",
                asking -> {
                  HeatMap map = HeatMap.of(asking.requests(), asking.rules());
                  return new Answer(map, Layout.rows("rows")).drawn(Drawings.heatMap(map));
                })
            .described(
                "A column is a request, a row an operation. A darker cell is more of its own time"
                    + " on the critical path. The last fifth of the columns are the slowest"
                    + " requests."),
        Question.of(
                "classes",
                "Show the latency classes: the requests between two percentiles.",
                Questions::classes)
            .described(
                "--class shows where the requests of one class spend their time. --export writes"
                    + " flame graphs of each endpoint and class into DIR/exports.")
            .with("--class", "--export", "--diff", "--out", "--overwrite"),
        Question.of(
                "top-down",
                "Show where the time below any operation goes, whoever calls it.",
                asking -> {
                  TopDown below = TopDown.of(asking.requests(), asking.rules(), asking.frame(0));
                  return ofClass(
                      asking,
                      below,
                      below.classes(),
                      "classes.classes",
                      "spans=subtrees",
                      "mean=time:latencyNanos.mean",
                      "failed requests=failed");
                })
            .described("Each of its outermost spans has a critical path of its own.")
            .taking("OPERATION", "1", "Service and operation, such as 'cart GET /items'.")
            .with("--class"),
        Question.of(
                "profile",
                "Show where the time of an endpoint's requests went, in any past range of time.",
                Questions::profile)
            .described(
                "The call paths on the critical path of the requests, with their share of all time,"
                    + " and their own time per request. It counts all requests, not a sample. It"
                    + " reads whole panes and says which time they cover. --json prints a record"
                    + " of the stream profiles.")
            .taking("ENDPOINT", "1", ENDPOINT_WORD)
            .ofAnyRequest());
  }

  private static Answer classes(Asking asking) throws IOException {
    LatencyClasses classes = LatencyClasses.of(asking.requests(), asking.rules());
    return ofClass(asking, classes, classes, "classes")
        .and(
            asking.options().export(asking.session(), asking.filter()).stream()
                .map(path -> "Exports: " + path)
                .toList());
  }

  /** The call paths of the class that the options name; otherwise the list of classes. */
  private static Answer ofClass(
      Asking asking, Object answer, LatencyClasses classes, String rows, String... figures) {
    Optional<LatencyClass> only = asking.options().latencyClass().flatMap(classes::named);
    return only.isPresent()
        ? new Answer(
            only.get(),
            Layout.rows("tree", CALL_PATHS)
                .below("class=name", "requests=traces", "kept=keptTraces", "fromNanos", "toNanos"))
        : new Answer(
            answer,
            Layout.rows(
                    rows,
                    "class=name",
                    "fromNanos",
                    "toNanos",
                    "requests=traces",
                    "=bar:traces",
                    "kept=keptTraces")
                .below(figures));
  }

  private static Answer profile(Asking asking) {
    Filter filter = asking.ofEndpoint();
    PastProfile past =
        PastProfile.ask(
            asking.session(),
            filter.time(),
            filter.endpoint().orElseThrow(),
            Rules.sums(asking.config()));
    List<String> notes = new ArrayList<>();
    notes.add("Panes of %s".formatted(past.profile().window().text()));
    if (past.data().startMillis() > past.profile().window().startMillis()
        || past.data().endMillis() < past.profile().window().endMillis()) {
      notes.add("The store has panes of %s only.".formatted(past.data().text()));
    }
    if (past.otherVersions() > 0) {
      notes.add("Left out: %d panes of another version.".formatted(past.otherVersions()));
    }
    return new Answer(
            past.profile(),
            Layout.rows("tree", CALL_PATHS)
                .below(
                    "endpoint",
                    "requests=traceCount",
                    "failed=errors",
                    "mean=latencyNanos.mean",
                    "p50=latencyNanos.p50",
                    "p95=latencyNanos.p95",
                    "p99=latencyNanos.p99",
                    "max=latencyNanos.max",
                    "not counted, since incomplete=evidence.incomplete",
                    "cut short=evidence.truncated",
                    "clocks corrected=evidence.corrected",
                    "categories=evidence.categories"))
        .and(notes);
  }

  private static List<Question> views() {
    return List.of(
        Question.of(
                "what-if",
                "Show how long requests would take if a place took another time.",
                Questions::whatIf)
            .described(
                "A place is a service, an operation of a service, or an edge ('front -> cart')."
                    + " Without a change, the ten most critical places become 10 %% faster, each by"
                    + " itself. Drag is how much shorter an operation can become before another"
                    + " one decides; slack, off the path, how much longer.")
            .taking(
                "PLACE:CHANGE",
                "0..*",
                "Such as 'cart lookup:-10%%', or 'cart lookup:+5ms' for each of its calls."),
        Question.of(
                "groups",
                "Show which values of an attribute make which operation slow.",
                asking -> {
                  List<String> keys = asking.options().words();
                  return new Answer(
                      new Groups(
                          asking.requests().size(),
                          AttributeGroups.of(asking.requests(), asking.rules(), Integer.MAX_VALUE)
                              .stream()
                              .filter(each -> keys.isEmpty() || keys.contains(each.key()))
                              .limit(asking.options().limit())
                              .toList()),
                      Layout.rows(
                              "groups.groups",
                              "operation=frame",
                              "attribute=key",
                              "value",
                              "requests=basis.requests",
                              "mean=time:mean",
                              "p50=time:percentiles.p50",
                              "p95=time:percentiles.p95",
                              "p99=time:percentiles.p99",
                              "p=pValue")
                          .below("kept requests=kept"));
                })
            .described(
                "The own time of operations on the critical path, by the value of an attribute of"
                    + " the service's spans (spans.attributes), if at least two values have five"
                    + " requests each. The least probable differences come first. p is by a"
                    + " Kruskal-Wallis test.")
            .taking("KEY", "0..*", "Only attributes with these keys.")
            .with("--limit"),
        Question.of(
            "clocks",
            "Show how far clocks and spans were corrected, by services and by hosts.",
            asking ->
                new Answer(
                    ClockCorrections.of(asking.requests(), asking.rules()),
                    Layout.rows(
                        "services|hosts",
                        "of",
                        "from",
                        "to",
                        "children",
                        "shifted",
                        "shift mean=time:shiftNanos.mean",
                        "p50=time:shiftNanos.percentiles.p50",
                        "max=time:shiftNanos.max",
                        "clipped",
                        "clipped time=clippedNanos",
                        "overlapping",
                        "overlap=overlapNanos"))),
        Question.of(
            "errors",
            "Show what failed spans cost, and where failures begin.",
            asking ->
                new Answer(
                    CostOfErrors.of(asking.requests(), asking.rules()),
                    Layout.rows(
                            "path",
                            "error path=call:frame",
                            "failed=self",
                            "passed on=propagated",
                            "stopped",
                            "own=exclusiveNanos")
                        .below(
                            "with a failed span=requests",
                            "work of their spans=workNanos",
                            "of this, failed=erringWorkNanos",
                            "shorter without failures=savedNanos"))));
  }

  /** Operations by attribute, the least probable difference first. */
  private record Groups(long kept, List<AttributeGroups> groups) {}

  private static Answer whatIf(Asking asking) {
    List<io.tracemill.analysis.view.whatif.Question> changes =
        asking.options().words().stream().map(WhatIfChange::of).toList();
    WhatIfTable table =
        changes.isEmpty()
            ? WhatIfTable.of(asking.requests(), asking.rules())
            : WhatIfTable.of(asking.requests(), asking.rules(), changes);
    List<String> absent =
        changes.stream()
            .map(io.tracemill.analysis.view.whatif.Question::place)
            .filter(
                place ->
                    table.changes().stream()
                        .noneMatch(row -> row.outcome().change().place().toString().equals(place)))
            .map(
                place ->
                    "%s: no request has such an operation, edge or service"
                        .formatted(Wording.printable(place)))
            .toList();
    return new Answer(
            table,
            Layout.rows(
                    "changes",
                    "place=outcome.change.place",
                    "factor=outcome.change.factor",
                    "added=outcome.change.addedNanos",
                    "mean=time:outcome.after.mean",
                    "p50=time:outcome.after.percentiles.p50",
                    "p95=time:outcome.after.percentiles.p95",
                    "p99=time:outcome.after.percentiles.p99",
                    "saved=time:outcome.saved.mean",
                    "at p99=time:outcome.saved.p99Nanos",
                    "drag=time:margin.drag",
                    "slack=margin.slackNanos",
                    "then critical=outcome.criticalThen")
                .below(
                    "mean=time:before.mean",
                    "p50=time:before.percentiles.p50",
                    "p95=time:before.percentiles.p95",
                    "p99=time:before.percentiles.p99"))
        .and(absent);
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
                                    asking.options().slowerNanos(),
                                    asking.options().order(),
                                    asking.options().limit(),
                                    asking.config().get(ChangeKeys.LINKS_TRACE))
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
                          asking.session(),
                          asking.word(0),
                          asking.config().get(ChangeKeys.LINKS_TRACE));
                  return new Answer(trace, Layout.rows("requests.spans"))
                      .drawn(Drawings.trace(trace));
                })
            .described(
                "In a span's lane, = is its time and # its own time on the critical path. For a"
                    + " request of which the store keeps only the critical path, this prints what"
                    + " is known, and the link of the key links.trace (--config).")
            .taking("TRACE", "1", "The trace id, 32 hexadecimal digits.")
            .ofAnyRequest(),
        Question.of(
                "incidents",
                "List the incidents of a range of time, as the job last reported each.",
                asking ->
                    new Answer(
                        Incidents.ask(asking.session(), asking.time(), asking.options().stream()),
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
                          asking.store().limits().withMaxRows(asking.options().maxRows()));
                  asking.skip(result.skippedFiles());
                  return new Answer(result, Layout.raw("rows", result.columns()));
                })
            .described(
                "Views: requests, nodes (a row for each request and node of its call tree), spans"
                    + " (kept spans), categories, panes. `DESCRIBE requests` lists the columns."
                    + " --from and --to choose which hours of the store to read. It runs in a"
                    + " separate process, which can only read the store.")
            .taking("SQL", "1", "One SELECT statement.")
            .ofAnyRequest()
            .with("--max-rows"));
  }

  /** Requests that match. */
  private record Traces(List<TraceSearch.Found> traces) {}
}
