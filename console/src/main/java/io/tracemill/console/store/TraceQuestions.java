package io.tracemill.console.store;

import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.StoredTrace;
import io.tracemill.store.question.TraceSearch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Answers about single traces.
 *
 * @param link the template of links to traces in another program; empty for none
 */
record TraceQuestions(String link) {
  private static final int USUAL_LIMIT = 50;
  private static final int MAX_LIMIT = 1_000;
  private static final int MAX_IDS = 20;
  private static final int FULL_LENGTH = 32;

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

  /** Requests of given traces, as far as the store has them: new ones are stored after a while. */
  Traces found(StoreSession session, Filter filter, ApiQuery query) {
    List<String> ids =
        Arrays.stream(query.required("ids").split(",", -1))
            .limit(MAX_IDS)
            .map(id -> id("ids", id))
            .map(id -> "0".repeat(FULL_LENGTH - id.length()) + id)
            .toList();
    return new Traces(TraceSearch.of(session, ids, link));
  }

  StoredTrace trace(StoreSession session, Filter filter, ApiQuery query) {
    return StoredTrace.ask(session, id("id", query.required("id")), link);
  }

  private static String id(String parameter, String text) {
    if (!text.matches("[0-9a-fA-F]{16}|[0-9a-fA-F]{32}")) {
      throw ApiException.badParameter(
          "%s: '%s' is not 16 or 32 hexadecimal digits".formatted(parameter, text));
    }
    return text.toLowerCase(Locale.ROOT);
  }
}
