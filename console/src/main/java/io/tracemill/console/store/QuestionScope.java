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
  private QuestionScope() {}

  /** The requests that the parameters for time, attribute, duration and endpoint select. */
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
    return query.optionalEndpoint().map(filter::of).orElse(filter);
  }

  /** The filter, limited to the category of the parameter {@code flow} if that is present. */
  static Filter ofFlow(StoreSession session, Filter filter, ApiQuery query) {
    Optional<String> flow = query.hex("flow");
    if (flow.isEmpty()) {
      return filter;
    }
    CategorySearch.Category found = CategorySearch.one(session, flow.get(), filter.endpoint());
    return filter.of(found.endpoint()).ofCategory(found.flow());
  }

  /** The category of the required parameter {@code flow}. */
  static CategorySearch.Category category(StoreSession session, ApiQuery query) {
    Frame endpoint = query.endpoint();
    return CategorySearch.one(session, query.requiredHex("flow"), Optional.of(endpoint));
  }
}
