package io.tracemill.cli.query;

import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.TopDown;
import io.tracemill.analysis.view.doctor.Checkup;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Drawings;
import io.tracemill.cli.query.answer.Layout;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The questions that views of kept requests answer, and those about call paths. */
final class ViewQuestions {
  private static final String[] CALL_PATHS = {
    "share=share:inclusiveNanos", "own/request=each:exclusiveNanos", "call path=call:service"
  };

  private ViewQuestions() {}

  static List<Question> paths() {
    return List.of(
        Question.of(
            "distributions",
            "Show the distributions of the duration and the size of requests.",
            asking ->
                new Answer(
                    asking.view(Distributions::of),
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
                  HeatMap map = asking.view(HeatMap::of);
                  return new Answer(map, Layout.rows("rows")).drawn(Drawings.heatMap(map));
                })
            .described(
                "A column is a request, a row an operation. A darker cell is more of its own time"
                    + " on the critical path. The last fifth of the columns are the slowest"
                    + " requests."),
        Question.of(
                "classes",
                "Show the latency classes: the requests between two percentiles.",
                ViewQuestions::classes)
            .described(
                "--class shows where the requests of one class spend their time. --export writes"
                    + " flame graphs of each endpoint and class into DIR/exports.")
            .with("--class", "--export", "--diff", "--out", "--overwrite"),
        Question.of(
                "top-down",
                "Show where the time below any operation goes, whoever calls it.",
                asking -> {
                  TopDown below =
                      asking.view((kept, rules) -> TopDown.of(kept, rules, asking.frame(0)));
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
                ViewQuestions::profile)
            .described(
                "The call paths on the critical path of the requests, with their share of all time,"
                    + " and their own time per request. It counts all requests, not a sample. It"
                    + " reads whole panes and says which time they cover. --json prints a record"
                    + " of the stream profiles.")
            .taking("ENDPOINT", "1", Questions.ENDPOINT_WORD)
            .ofAnyRequest());
  }

  private static Answer classes(Asking asking) throws IOException {
    LatencyClasses classes = asking.view(LatencyClasses::of);
    return ofClass(asking, classes, classes, "classes")
        .and(
            asking.options().export(asking.session(), asking.filter()).stream()
                .map(path -> "Exports: " + path)
                .toList());
  }

  /** The call paths of the class that the options name; otherwise the list of classes. */
  private static Answer ofClass(
      Asking asking, Object answer, LatencyClasses classes, String rows, String... figures) {
    Optional<LatencyClass> only = asking.options().latencyClass.flatMap(classes::named);
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

  static List<Question> views() {
    return List.of(
        Question.of(
                "what-if",
                "Show how long requests would take if a place took another time.",
                ViewQuestions::whatIf)
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
                  List<String> keys = asking.options().words;
                  return new Answer(
                      asking.view(
                          (kept, rules) ->
                              new Groups(
                                  kept.size(),
                                  AttributeGroups.of(kept, rules, Integer.MAX_VALUE).stream()
                                      .filter(each -> keys.isEmpty() || keys.contains(each.key()))
                                      .limit(asking.options().limit)
                                      .toList())),
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
                    asking.view(ClockCorrections::of),
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
                "doctor",
                "Show what is wrong with the instrumentation, and what to change.",
                ViewQuestions::doctor)
            .described(
                "Services that are called but send no server spans; spans whose parents are"
                    + " missing, or without a kind; names with ids in them; clocks that differ by"
                    + " more than 1 ms; gaps of 10 ms or more that no span covers. share is the"
                    + " part of all spans, or of the requests' time, that a problem hides."
                    + " Incomplete requests count too."),
        Question.of(
            "errors",
            "Show what failed spans cost, and where failures begin.",
            asking ->
                new Answer(
                    asking.view(CostOfErrors::of),
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

  private static Answer doctor(Asking asking) {
    Checkup checkup = KeptRequests.viewOfAll(asking.session(), asking.filter(), Checkup::of);
    List<String> advice =
        checkup.problems().stream()
            .map(each -> each.kind().label() + ": " + each.advice())
            .distinct()
            .toList();
    return new Answer(
            checkup,
            Layout.rows("problems", "problem=kind", "subject", "share", "of", "example")
                .below("requests=basis.requests", "read=basis.kept", "left out=basis.leftOut"))
        .and(advice);
  }

  /** Operations by attribute, the least probable difference first. */
  private record Groups(long kept, List<AttributeGroups> groups) {}

  private static Answer whatIf(Asking asking) {
    List<io.tracemill.analysis.view.whatif.Question> changes =
        asking.options().words.stream().map(WhatIfChange::of).toList();
    WhatIfTable table =
        asking.view(
            (kept, rules) ->
                changes.isEmpty()
                    ? WhatIfTable.of(kept, rules)
                    : WhatIfTable.of(kept, rules, changes));
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
}
