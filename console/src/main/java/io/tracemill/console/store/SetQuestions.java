package io.tracemill.console.store;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.CohortSteps;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.change.PastChange;
import io.tracemill.store.compare.RequestSets;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.Optional;
import java.util.function.BiFunction;

/** Questions about two sets of requests: of two ranges of time, or with two values. */
record SetQuestions(StoreAccess store, TracemillConfig config) {
  private static final int BINS = 48;

  /** Their response times, by endpoint and category, or by node of one category. */
  String times(ApiQuery query) {
    return ask(query, RequestSets::times);
  }

  /** The distributions of their response times. */
  String histograms(ApiQuery query) {
    return ask(query, (sets, category) -> sets.histograms(category, BINS));
  }

  private String ask(
      ApiQuery query, BiFunction<RequestSets, Optional<CategorySearch.Category>, Object> question) {
    Filter filter = Asked.filter(query);
    if (isOfTimes(query)) {
      Period before = query.range("before");
      Period after = query.range("after");
      return store.inSessions(
          before,
          after,
          (first, second) ->
              answer(query, RequestSets.ofTimes(first, before, second, after, filter), question));
    }
    AttributeValue against = against(query);
    return store.inSessions(
        filter.time(),
        filter.time(),
        (first, second) -> answer(query, ofValues(first, second, filter, against), question));
  }

  private static Object answer(
      ApiQuery query,
      RequestSets sets,
      BiFunction<RequestSets, Optional<CategorySearch.Category>, Object> question) {
    Optional<Frame> endpoint = query.optionalEndpoint();
    return question.apply(
        sets,
        query
            .hex("category")
            .map(id -> sets.either(each -> CategorySearch.one(each, id, endpoint))));
  }

  private static RequestSets ofValues(
      StoreSession first, StoreSession second, Filter filter, AttributeValue against) {
    try {
      return RequestSets.ofValues(first, second, filter, against);
    } catch (QueryException e) {
      throw ApiException.badParameter("against: " + e.getMessage());
    }
  }

  /** What changed from the first set to the second, as {@code tracemill compare} says. */
  String change(ApiQuery query) {
    CohortSplit split = split(query);
    Optional<Frame> endpoint = query.optionalEndpoint();
    ExplanationRules rules = Rules.explanation(config).excluding(query.texts("exclude"));
    return store.inSessions(
        split.periodOf(CohortPart.BASELINE),
        split.periodOf(CohortPart.PROBLEM),
        (before, after) -> {
          Cohorts cohorts =
              PastChange.ask(before, after, split, endpoint, Rules.sums(config)).cohorts();
          return ComparisonAnswer.of(
              new Comparer(Rules.detection(config), rules, Rules.sums(config), cohorts).compare(),
              cohorts,
              new CohortSteps(before, after, rules.excludedAttributes()),
              config.get(Keys.LINKS_TRACE));
        });
  }

  private static CohortSplit split(ApiQuery query) {
    if (!isOfTimes(query)) {
      return new ByAttribute(against(query), query.attribute("where").orElseThrow(), query.time());
    }
    Period before = query.range("before");
    Period after = query.range("after");
    if (before.overlaps(after)) {
      throw ApiException.badParameter("before and after: the two ranges of time overlap");
    }
    return new ByTime(before, after);
  }

  /** Whether a question is about two ranges of time; it may not be about two values too. */
  private static boolean isOfTimes(ApiQuery query) {
    boolean times = query.text("before").isPresent() || query.text("after").isPresent();
    if (times && query.text("against").isPresent()) {
      throw ApiException.badParameter("against: give where and against, or before and after");
    } else if (times && (query.text("from").isPresent() || query.text("to").isPresent())) {
      throw ApiException.badParameter("from and to: leave them out with before and after");
    }
    return times;
  }

  /** The value of the first set; the parameter {@code where} has that of the second. */
  private static AttributeValue against(ApiQuery query) {
    AttributeValue against =
        query
            .attribute("against")
            .orElseThrow(
                () ->
                    ApiException.badParameter(
                        "before, after, against: give before and after, or where and against"));
    query.required("where");
    return against;
  }
}
