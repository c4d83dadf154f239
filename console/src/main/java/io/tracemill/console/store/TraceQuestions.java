package io.tracemill.console.store;

import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.TraceSearch;
import java.util.List;
import java.util.OptionalInt;

/**
 * Answers about single traces.
 *
 * @param link the template of links to traces in another program; empty for none
 */
record TraceQuestions(String link) {
  private static final int USUAL_LIMIT = 50;
  private static final int MAX_LIMIT = 1_000;

  /** The answer about traces that match a filter. */
  record Traces(List<TraceSearch.Found> traces) {}

  Traces traces(StoreSession session, Filter filter, ApiQuery query) {
    TraceSearch.Order order =
        query.choice("order", TraceSearch.Order.class, TraceSearch.Order.SLOWEST);
    int limit = query.number("limit", USUAL_LIMIT, 1, MAX_LIMIT);
    Filter narrowed = QuestionScope.ofCategory(session, filter, query);
    return new Traces(
        new TraceSearch(narrowed, false, OptionalInt.empty(), 0, order, limit, link).ask(session));
  }

  StoredTrace trace(StoreSession session, Filter filter, ApiQuery query) {
    String id = query.requiredHex("id");
    if (id.length() != 16 && id.length() != 32) {
      throw ApiException.badParameter("id: '%s' is not 16 or 32 hexadecimal digits".formatted(id));
    }
    return StoredTrace.ask(session, id, link);
  }
}
