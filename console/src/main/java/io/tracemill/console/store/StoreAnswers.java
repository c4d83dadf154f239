package io.tracemill.console.store;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.doctor.Checkup;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
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
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.question.AttributeValues;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.LatencyGrid;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.question.TimeBuckets;
import io.tracemill.store.question.TraceSearch;
import io.tracemill.store.sql.SqlResult;
import java.lang.reflect.Type;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The routes that answer from the store: what each asks, and with which parameters. */
public final class StoreAnswers {
  private static final int USUAL_BINS = 40;
  private static final int USUAL_BUCKETS = 60;
  private static final int MAX_BUCKETS = 200;
  private static final int MAX_POSITION = 100_000;
  private static final int MAX_GROUPS = 20;
  private static final int USUAL_TRACES = 50;
  private static final int MAX_TRACES = 1_000;
  private static final int MAX_IDS = 20;
  private static final int ID_LENGTH = 32;

  private final TracemillConfig config;
  private final StoreAccess store;
  private final String traceLinks;
  private final List<Route> routes = new ArrayList<>();

  /** Frames of an endpoint by attribute, the least probable first. */
  record Groups(List<AttributeGroups> groups) {}

  /** Requests that match. */
  record Traces(List<TraceSearch.Found> traces) {}

  /** The findings of a diagnosis, each before those below it. */
  record Findings(List<FindingRecord> findings) {}

  /**
   * The average trace of the requests with the same order of calls that cost most (tprof section
   * 3.5).
   *
   * @param tail whether it is that of the slowest requests
   */
  record Lane(boolean tail, FindingRecord.Trace trace) {
    private static Optional<Lane> of(FindingRecord finding) {
      return Optional.ofNullable(finding.trace()).map(trace -> new Lane(finding.tail(), trace));
    }
  }

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
    this.config = config;
    store = new StoreAccess(config, limits, clock);
    traceLinks = config.get(Keys.LINKS_TRACE);
    addCategories();
    addViews();
    addTraces();
    addSets();
    addPanes();
    PastQuestion past =
        new PastQuestion(store, asOfMillis, config.get(Keys.PROFILES_WINDOW).toMillis());
    add("past", PastQuestion.Pasts.class, past::ask, "ago");
    add("sql", SqlResult.class, store::sql, "sql", "from", "to", "maxRows");
  }

  private void addCategories() {
    addFiltered(
        "overview",
        Overview.class,
        asked -> Overview.ask(asked.session(), asked.ofEndpoint(), Overview.ANOMALOUS_CV));
    addFiltered(
        "category",
        CategoryProfile.class,
        asked -> asked.category().profile(asked.session(), asked.filter()),
        "category");
    add(
        "difference",
        CategoryDifference.class,
        inSession(StoreAnswers::difference),
        "service",
        "operation",
        "category",
        "otherCategory",
        "otherService",
        "otherOperation",
        "from",
        "to");
    addFiltered("histogram", Histogram.class, StoreAnswers::histogram, "category", "scale", "bins");
    addFiltered("tendency", Tendency.class, StoreAnswers::tendency, "category", "node", "buckets");
    addFiltered("shares", CategoryShares.class, StoreAnswers::shares, "buckets");
    addFiltered("grid", LatencyGrid.class, StoreAnswers::grid, "category", "columns");
    addFiltered(
        "attributes",
        AttributeValues.class,
        asked -> AttributeValues.ask(asked.session(), asked.filter()));
  }

  /** The second category belongs to the same endpoint unless the parameters name another one. */
  private static CategoryDifference difference(Asked asked) {
    ApiQuery query = asked.query();
    boolean same = query.text("otherService").isEmpty() && query.text("otherOperation").isEmpty();
    Frame other =
        same
            ? query.endpoint()
            : Frame.of(query.required("otherService"), query.required("otherOperation"));
    String otherCategory = query.requiredHex("otherCategory");
    return CategoryDifference.of(
        asked.category(), CategorySearch.one(asked.session(), otherCategory, Optional.of(other)));
  }

  private static Histogram histogram(Asked asked) {
    Histogram.Scale scale =
        asked.query().choice("scale", Histogram.Scale.class, Histogram.Scale.LOG);
    int bins = asked.query().number("bins", USUAL_BINS, 1, Histogram.MAX_BINS);
    return Histogram.ask(asked.session(), asked.ofCategory(asked.filter()), scale, bins);
  }

  private static Tendency tendency(Asked asked) {
    Filter ofEndpoint = asked.ofEndpoint();
    int buckets = asked.query().number("buckets", USUAL_BUCKETS, 2, MAX_BUCKETS);
    OptionalInt node = node(asked);
    Filter narrowed = asked.ofCategory(ofEndpoint);
    return Tendency.ask(
        asked.session(),
        narrowed,
        node,
        TimeBuckets.of(asked.session(), narrowed, buckets).lengthMillis());
  }

  private static OptionalInt node(Asked asked) {
    ApiQuery query = asked.query();
    if (query.text("node").isEmpty()) {
      return OptionalInt.empty();
    } else if (query.text("category").isEmpty()) {
      throw ApiException.badParameter("node: a node belongs to a category; give category too");
    }
    int node = query.number("node", 0, 0, MAX_POSITION);
    asked.category().requireNode(node);
    return OptionalInt.of(node);
  }

  private static CategoryShares shares(Asked asked) {
    Filter ofEndpoint = asked.ofEndpoint();
    int buckets = asked.query().number("buckets", USUAL_BUCKETS, 2, MAX_BUCKETS);
    return CategoryShares.ask(
        asked.session(),
        ofEndpoint,
        TimeBuckets.of(asked.session(), ofEndpoint, buckets).lengthMillis());
  }

  private static LatencyGrid grid(Asked asked) {
    int columns = asked.query().number("columns", USUAL_BUCKETS, 2, LatencyGrid.MAX_COLUMNS);
    return LatencyGrid.ask(asked.session(), asked.ofCategory(asked.ofEndpoint()), columns);
  }

  private void addViews() {
    addFiltered(
        "classes",
        LatencyClasses.class,
        asked -> asked.view(asked.ofEndpoint(), LatencyClasses::of),
        "category");
    addFiltered(
        "heat", HeatMap.class, asked -> asked.view(asked.ofEndpoint(), HeatMap::of), "category");
    addFiltered(
        "what-if",
        WhatIfTable.class,
        asked -> asked.view(asked.ofEndpoint(), WhatIfTable::of),
        "category");
    addFiltered(
        "errors",
        CostOfErrors.class,
        asked -> asked.view(asked.ofEndpoint(), CostOfErrors::of),
        "category");
    addFiltered(
        "groups",
        Groups.class,
        asked ->
            asked.view(
                asked.ofEndpoint(),
                (kept, rules) -> new Groups(AttributeGroups.of(kept, rules, MAX_GROUPS))),
        "category");
    addFiltered(
        "distributions",
        Distributions.class,
        asked -> asked.view(asked.filter(), Distributions::of),
        "category");
    addFiltered(
        "clocks",
        ClockCorrections.class,
        asked -> asked.view(asked.filter(), ClockCorrections::of),
        "category");
    addFiltered("diagnosis", Findings.class, this::diagnosis, "category");
    addFiltered("lane", Lane.class, this::lane, "category");
    addFiltered("names", CategoryNames.class, asked -> asked.viewOfEndpoint(CategoryNames::of));
    addFiltered("durations", SpanDurations.class, asked -> asked.viewOfEndpoint(SpanDurations::of));
    addFiltered(
        "doctor",
        Checkup.class,
        asked -> KeptRequests.viewOfAll(asked.session(), asked.filter(), Checkup::of));
    addFiltered(
        "values",
        RuleValues.class,
        asked ->
            asked.viewOfEndpoint(
                (kept, rules) -> RuleValues.of(kept, asked.query().required("rule"))),
        "rule");
  }

  private Findings diagnosis(Asked asked) {
    return asked.view(
        asked.filter(),
        (kept, rules) ->
            new Findings(FindingRecord.of(Diagnosis.of(kept, Rules.diagnosis(config, rules)))));
  }

  private Lane lane(Asked asked) {
    asked.query().requiredHex("category");
    return diagnosis(asked).findings().stream()
        .flatMap(finding -> Lane.of(finding).stream())
        .findFirst()
        .orElseThrow(() -> new QueryException("no request of this category has all its spans"));
  }

  private void addTraces() {
    addFiltered("traces", Traces.class, this::traces, "category", "order", "limit");
    add("found", Traces.class, inSession(this::found), "ids", "from", "to");
    add(
        "trace",
        StoredTrace.class,
        inSession(
            asked ->
                StoredTrace.ask(
                    asked.session(), id("id", asked.query().required("id")), traceLinks)),
        "id",
        "from",
        "to");
  }

  private Traces traces(Asked asked) {
    TraceSearch.Order order =
        asked.query().choice("order", TraceSearch.Order.class, TraceSearch.Order.SLOWEST);
    int limit = asked.query().number("limit", USUAL_TRACES, 1, MAX_TRACES);
    Filter narrowed = asked.ofCategory(asked.filter());
    return new Traces(
        new TraceSearch(narrowed, false, OptionalInt.empty(), 0, order, limit, traceLinks)
            .ask(asked.session()));
  }

  /** Requests of given traces, as far as the store has them: new ones are stored after a while. */
  private Traces found(Asked asked) {
    List<String> ids =
        Stream.of(asked.query().required("ids").split(",", -1))
            .limit(MAX_IDS)
            .map(id -> id("ids", id))
            .map(id -> "0".repeat(ID_LENGTH - id.length()) + id)
            .toList();
    return new Traces(TraceSearch.of(asked.session(), ids, traceLinks));
  }

  private static String id(String parameter, String text) {
    if (!text.matches("[0-9a-fA-F]{16}|[0-9a-fA-F]{32}")) {
      throw ApiException.badParameter(
          "%s: '%s' is not 16 or 32 hexadecimal digits".formatted(parameter, text));
    }
    return text.toLowerCase(Locale.ROOT);
  }

  private void addSets() {
    SetQuestions sets = new SetQuestions(store, config);
    String[] parameters = with("category", "before", "after", "against");
    add("compare", Compared.class, sets::times, parameters);
    add("histograms", HistogramPair.class, sets::histograms, parameters);
    add(
        "change",
        ComparisonAnswer.class,
        sets::change,
        "service",
        "operation",
        "before",
        "after",
        "where",
        "against",
        "from",
        "to",
        "exclude");
  }

  private void addPanes() {
    add(
        "hotspots",
        PastHotspots.class,
        inSession(
            asked -> PastHotspots.ask(asked.session(), asked.filter().time(), Rules.sums(config))),
        "from",
        "to");
    add(
        "profile",
        EndpointProfile.class,
        inSession(
            asked ->
                PastProfile.ask(
                        asked.session(),
                        asked.filter().time(),
                        asked.query().endpoint(),
                        Rules.sums(config))
                    .profile()),
        "service",
        "operation",
        "from",
        "to");
  }

  /** Adds a question about the requests of a filter. */
  private <T> void addFiltered(
      String path, Class<T> answer, Function<Asked, T> question, String... more) {
    add(path, answer, inSession(question), with(more));
  }

  private void add(String path, Type answer, StoreAccess.Question question, String... parameters) {
    String whole = "store/" + path;
    routes.add(
        new Route(
            whole, answer, List.of(parameters), query -> store.limited(whole, question, query)));
  }

  private StoreAccess.Question inSession(Function<Asked, ?> question) {
    return query -> store.inSession(query, question);
  }

  /** The parameters of a filter, and more. */
  private static String[] with(String... more) {
    return Stream.concat(Asked.FILTER.stream(), Stream.of(more)).toArray(String[]::new);
  }

  /** All routes; their paths begin with {@code store/}. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
