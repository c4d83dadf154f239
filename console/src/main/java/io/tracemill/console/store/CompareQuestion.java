package io.tracemill.console.store;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.Compared;
import io.tracemill.store.compare.HistogramPair;
import io.tracemill.store.compare.OverallComparison;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.compare.SetComparison;
import io.tracemill.store.compare.ValueSets;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.Optional;

/** Compares two sets of requests: of two ranges of time, or with two values of an attribute. */
record CompareQuestion(StoreAccess store, Asked asked) implements Question {
  private static final int BINS = 48;

  /**
   * Two sets of requests with their names.
   *
   * @param category of the requests, if they are those of one
   */
  record Sets(
      Requests before,
      String then,
      Requests after,
      String now,
      Optional<CategorySearch.Category> category) {}

  /** What is asked about the sets. */
  @FunctionalInterface
  interface Asked {
    /** The answer, as a value that Jackson writes. */
    Object ask(Sets sets);
  }

  /** Their response times, by endpoint and category, or by node of one category. */
  static Compared times(Sets sets) {
    SetComparison comparison =
        sets.category.isEmpty()
            ? OverallComparison.ask(sets.before, sets.after)
            : CategoryComparison.ask(sets.before, sets.after, sets.category.get());
    return new Compared(sets.then, sets.now, comparison);
  }

  /** The distributions of their response times. */
  static HistogramPair histograms(Sets sets) {
    return HistogramPair.ask(
        sets.category.map(sets.before::of).orElse(sets.before),
        sets.category.map(sets.after::of).orElse(sets.after),
        BINS);
  }

  @Override
  public String ask(ApiQuery query) {
    return isOfTimes(query) ? ofTimes(query) : ofValues(query);
  }

  /**
   * Whether a question is about two ranges of time, not about two values.
   *
   * @throws ApiException if it is about both
   */
  static boolean isOfTimes(ApiQuery query) {
    boolean times = query.text("before").isPresent() || query.text("after").isPresent();
    if (times && query.text("against").isPresent()) {
      throw ApiException.badParameter("against: give where and against, or before and after");
    } else if (times && (query.text("from").isPresent() || query.text("to").isPresent())) {
      throw ApiException.badParameter("from and to: leave them out with before and after");
    }
    return times;
  }

  /** The value of the first set. */
  static AttributeValue against(ApiQuery query) {
    return query
        .attribute("against")
        .orElseThrow(
            () ->
                ApiException.badParameter(
                    "before, after, against: give before and after, or where and against"));
  }

  private String ofTimes(ApiQuery query) {
    Period before = query.range("before");
    Period after = query.range("after");
    Filter filter = QuestionScope.filter(query);
    return store.inSessions(
        before,
        after,
        (first, second) ->
            compare(
                query,
                new Requests(first, filter.during(before)),
                before.text(),
                new Requests(second, filter.during(after)),
                after.text()));
  }

  private String ofValues(ApiQuery query) {
    query.required("where");
    ValueSets sets = sets(QuestionScope.filter(query), against(query));
    try (StoreSession session = store.open().session(sets.after().time())) {
      return store.json(
          compare(
              query,
              new Requests(session, sets.before(), Optional.of(sets.except())),
              ValueSets.text(sets.before()),
              new Requests(session, sets.after()),
              ValueSets.text(sets.after())),
          session);
    }
  }

  private static ValueSets sets(Filter filter, AttributeValue against) {
    try {
      return ValueSets.of(filter, against);
    } catch (QueryException e) {
      throw ApiException.badParameter("against: " + e.getMessage());
    }
  }

  private Object compare(ApiQuery query, Requests before, String then, Requests after, String now) {
    Optional<Frame> endpoint = query.optionalEndpoint();
    return asked.ask(
        new Sets(
            before,
            then,
            after,
            now,
            query
                .hex("category")
                .map(id -> category(before.session(), after.session(), id, endpoint))));
  }

  /** The category in the second set; in the first set if the second has none. */
  private static CategorySearch.Category category(
      StoreSession before, StoreSession after, String category, Optional<Frame> endpoint) {
    try {
      return CategorySearch.one(after, category, endpoint);
    } catch (QueryException e) {
      return CategorySearch.one(before, category, endpoint);
    }
  }
}
