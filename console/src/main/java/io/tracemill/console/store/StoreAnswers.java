package io.tracemill.console.store;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.console.api.Route;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.change.PastHotspots;
import io.tracemill.store.change.PastProfile;
import io.tracemill.store.compare.Compared;
import io.tracemill.store.compare.HistogramPair;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.question.AttributeValues;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.LatencyGrid;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.sql.SqlResult;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The routes that answer from the store. All of them share a limit and a cache. */
public final class StoreAnswers {
  private static final int AT_ONCE = 2;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final StoreAccess store;
  private final QuestionLimit limit = new QuestionLimit(AT_ONCE, LONGEST_WAIT);
  private final AnswerCache cache;
  private final List<Route> routes = new ArrayList<>();

  /**
   * Answers from the store that a configuration names.
   *
   * @param limits of a question
   * @param asOfMillis the end of the newest window, epoch milliseconds; empty before the first
   */
  public StoreAnswers(
      TracemillConfig config,
      EngineLimits limits,
      Supplier<OptionalLong> asOfMillis,
      InstantSource clock) {
    store = new StoreAccess(config, limits);
    cache = new AnswerCache(clock);
    addCategories();
    addViews(new ViewQuestions(config));
    TraceQuestions traces = new TraceQuestions(config.get(Keys.LINKS_TRACE));
    add("traces", TraceQuestions.Traces.class, traces::traces, "category", "order", "limit");
    add(
        "found",
        TraceQuestions.Traces.class,
        store.inSession(traces::found),
        List.of("ids", "from", "to"));
    add("trace", StoredTrace.class, store.inSession(traces::trace), List.of("id", "from", "to"));
    List<String> ofSets = with(QuestionScope.FILTER, "category", "before", "after", "against");
    add("compare", Compared.class, new CompareQuestion(store, CompareQuestion::times), ofSets);
    add(
        "histograms",
        HistogramPair.class,
        new CompareQuestion(store, CompareQuestion::histograms),
        ofSets);
    add(
        "attributes",
        AttributeValues.class,
        (session, filter, query) -> AttributeValues.ask(session, filter));
    add("hotspots", PastHotspots.class, hotspots(config), List.of("from", "to"));
    add(
        "change",
        ComparisonAnswer.class,
        new ChangeQuestion(store, config),
        List.of(
            "service",
            "operation",
            "before",
            "after",
            "where",
            "against",
            "from",
            "to",
            "exclude"));
    add(
        "past",
        PastQuestion.Pasts.class,
        new PastQuestion(store, asOfMillis, config.get(Keys.PROFILES_WINDOW).toMillis()),
        List.of("ago"));
    add("sql", SqlResult.class, new SqlQuestion(store), List.of("sql", "from", "to", "maxRows"));
    add(
        "profile",
        EndpointProfile.class,
        store.inSession(
            (session, filter, query) ->
                PastProfile.ask(session, filter.time(), query.endpoint(), Rules.sums(config))
                    .profile()),
        List.of("service", "operation", "from", "to"));
  }

  private Question hotspots(TracemillConfig config) {
    return store.inSession(
        (session, filter, query) -> PastHotspots.ask(session, filter.time(), Rules.sums(config)));
  }

  private void addCategories() {
    add("overview", Overview.class, CategoryQuestions::overview);
    add("category", CategoryProfile.class, CategoryQuestions::category, "category");
    add(
        "difference",
        CategoryDifference.class,
        store.inSession(CategoryQuestions::difference),
        List.of(
            "service",
            "operation",
            "category",
            "otherCategory",
            "otherService",
            "otherOperation",
            "from",
            "to"));
    add("histogram", Histogram.class, LatencyQuestions::histogram, "category", "scale", "bins");
    add("tendency", Tendency.class, LatencyQuestions::tendency, "category", "node", "buckets");
    add("shares", CategoryShares.class, LatencyQuestions::shares, "buckets");
    add("grid", LatencyGrid.class, LatencyQuestions::grid, "category", "columns");
  }

  private void addViews(ViewQuestions views) {
    add("classes", LatencyClasses.class, ViewQuestions::classes, "category");
    add("heat", HeatMap.class, ViewQuestions::heat, "category");
    add("what-if", WhatIfTable.class, ViewQuestions::whatIf, "category");
    add("errors", CostOfErrors.class, ViewQuestions::errors, "category");
    add("groups", ViewQuestions.Groups.class, ViewQuestions::groups, "category");
    add("distributions", Distributions.class, ViewQuestions::distributions, "category");
    add("values", RuleValues.class, ViewQuestions::values, "rule");
    add("names", CategoryNames.class, ViewQuestions::names);
    add("durations", SpanDurations.class, ViewQuestions::durations);
    add("clocks", ClockCorrections.class, ViewQuestions::clocks, "category");
    add("diagnosis", ViewQuestions.Findings.class, views::diagnosis, "category");
    add("lane", ViewQuestions.Lane.class, views::lane, "category");
  }

  /** Adds a question about the requests of a filter. */
  private void add(String path, Type answer, StoreAccess.InSession question, String... more) {
    add(path, answer, store.inSession(question), with(QuestionScope.FILTER, more));
  }

  private void add(String path, Type answer, Question question, List<String> parameters) {
    String whole = "store/" + path;
    routes.add(
        new Route(
            whole, answer, parameters, new StoreAnswerer(whole, question, store, limit, cache)));
  }

  private static List<String> with(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }

  /** All routes; their paths begin with {@code store/}. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
