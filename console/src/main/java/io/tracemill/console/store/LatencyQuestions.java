package io.tracemill.console.store;

import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.CategoryShares;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.LatencyGrid;
import io.tracemill.store.question.Tendency;
import io.tracemill.store.question.TimeBuckets;
import java.util.OptionalInt;

/** The durations of requests: their distribution, over time, or both. */
final class LatencyQuestions {
  private static final int USUAL_BINS = 40;
  private static final int USUAL_BUCKETS = 60;
  private static final int MAX_BUCKETS = 200;
  private static final int MAX_POSITION = 100_000;

  private LatencyQuestions() {}

  static Histogram histogram(StoreSession session, Filter filter, ApiQuery query) {
    Histogram.Scale scale = query.choice("scale", Histogram.Scale.class, Histogram.Scale.LOG);
    int bins = query.number("bins", USUAL_BINS, 1, Histogram.MAX_BINS);
    return Histogram.ask(session, QuestionScope.ofCategory(session, filter, query), scale, bins);
  }

  static Tendency tendency(StoreSession session, Filter filter, ApiQuery query) {
    Filter ofEndpoint = filter.of(query.endpoint());
    int buckets = buckets(query);
    OptionalInt node = node(session, query);
    Filter narrowed = QuestionScope.ofCategory(session, ofEndpoint, query);
    return Tendency.ask(
        session, narrowed, node, TimeBuckets.of(session, narrowed, buckets).lengthMillis());
  }

  private static OptionalInt node(StoreSession session, ApiQuery query) {
    if (query.text("node").isEmpty()) {
      return OptionalInt.empty();
    } else if (query.text("category").isEmpty()) {
      throw ApiException.badParameter("node: a node belongs to a category; give category too");
    }
    int node = query.number("node", 0, 0, MAX_POSITION);
    CategorySearch.Category category = QuestionScope.category(session, query);
    category.requireNode(node);
    return OptionalInt.of(node);
  }

  static CategoryShares shares(StoreSession session, Filter filter, ApiQuery query) {
    Filter ofEndpoint = filter.of(query.endpoint());
    long length = TimeBuckets.of(session, ofEndpoint, buckets(query)).lengthMillis();
    return CategoryShares.ask(session, ofEndpoint, length);
  }

  static LatencyGrid grid(StoreSession session, Filter filter, ApiQuery query) {
    int columns = query.number("columns", USUAL_BUCKETS, 2, LatencyGrid.MAX_COLUMNS);
    Filter ofEndpoint = filter.of(query.endpoint());
    return LatencyGrid.ask(session, QuestionScope.ofCategory(session, ofEndpoint, query), columns);
  }

  private static int buckets(ApiQuery query) {
    return query.number("buckets", USUAL_BUCKETS, 2, MAX_BUCKETS);
  }
}
