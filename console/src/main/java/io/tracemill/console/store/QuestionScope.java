package io.tracemill.console.store;

import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.List;
import java.util.Optional;

/** Reads the parameters that select a question's requests. */
final class QuestionScope {
  /** The parameters of {@link #filter}. */
  static final List<String> FILTER =
      List.of("service", "operation", "from", "to", "where", "failed", "minNanos", "maxNanos");

  private QuestionScope() {}

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

  /** The filter, limited to the category of the parameter {@code category} if that is present. */
  static Filter ofCategory(StoreSession session, Filter filter, ApiQuery query) {
    Optional<String> category = query.hex("category");
    if (category.isEmpty()) {
      return filter;
    }
    CategorySearch.Category found = CategorySearch.one(session, category.get(), filter.endpoint());
    return filter.of(found.endpoint()).ofCategory(found.hex());
  }

  /** The category of the required parameter {@code category}. */
  static CategorySearch.Category category(StoreSession session, ApiQuery query) {
    Frame endpoint = query.endpoint();
    return CategorySearch.one(session, query.requiredHex("category"), Optional.of(endpoint));
  }
}
