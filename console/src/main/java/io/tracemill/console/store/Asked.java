package io.tracemill.console.store;

import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A question to one session.
 *
 * @param session covers the time of the filter
 * @param filter the requests in question
 */
record Asked(StoreSession session, Filter filter, ApiQuery query) {
  /** The parameters of {@link #filter(ApiQuery)}. */
  static final List<String> FILTER =
      List.of("service", "operation", "from", "to", "where", "failed", "minNanos", "maxNanos");

  /** The requests that the parameters for time, attribute, status, duration and endpoint select. */
  static Filter filter(ApiQuery query) {
    long minNanos = query.nanos("minNanos", 0);
    long maxNanos = query.nanos("maxNanos", Filter.ANY_DURATION);
    if (maxNanos <= minNanos) {
      throw ApiException.badParameter(
          "maxNanos: %d is not more than minNanos, %d".formatted(maxNanos, minNanos));
    }
    Filter filter =
        Filter.ALL
            .during(query.time())
            .having(query.attribute("where").map(List::of).orElse(List.of()))
            .lasting(minNanos, maxNanos);
    Filter ofStatus = query.flag("failed").map(filter::failing).orElse(filter);
    return query.optionalEndpoint().map(ofStatus::of).orElse(ofStatus);
  }

  /** The filter for the endpoint of the parameters, which must be given. */
  Filter ofEndpoint() {
    return filter.of(query.endpoint());
  }

  /** A filter, limited to the category of the parameter {@code category} if that is present. */
  Filter ofCategory(Filter all) {
    return query
        .hex("category")
        .map(digits -> CategorySearch.one(session, digits, all.endpoint()))
        .map(found -> all.of(found.endpoint()).ofCategory(found.hex()))
        .orElse(all);
  }

  /** The category of the required parameter {@code category}. */
  CategorySearch.Category category() {
    return CategorySearch.one(
        session, query.requiredHex("category"), Optional.of(query.endpoint()));
  }

  /** A view of the requests of a filter, and of a category if the parameters name one. */
  <T> T view(Filter all, BiFunction<KeptRequests, ReplayRules, T> view) {
    return KeptRequests.view(session, ofCategory(all), view);
  }

  /** As {@link #view}, also of no request: pages ask for a time that may not be stored yet. */
  <T> T viewOfEndpoint(BiFunction<KeptRequests, ReplayRules, T> view) {
    return view.apply(KeptRequests.ofStatistics(session, ofEndpoint()), session.rules().replay());
  }
}
