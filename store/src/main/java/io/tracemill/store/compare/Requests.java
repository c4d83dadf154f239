package io.tracemill.store.compare;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.util.Optional;

/**
 * One of the two sets of requests that are compared.
 *
 * @param session of the store that has them
 * @param except requests that belong to the other set, although the filter selects them
 */
public record Requests(StoreSession session, Filter filter, Optional<Filter> except) {
  public Requests(StoreSession session, Filter filter) {
    this(session, filter, Optional.empty());
  }

  /** Those of one endpoint, or all of them. */
  public Requests of(Optional<Frame> endpoint) {
    return new Requests(session, endpoint.map(filter::of).orElse(filter), except);
  }

  /** The condition of statistics in SQL, as {@link Filter#statistics}. */
  String statistics() {
    return filter.statistics()
        + except.map(other -> " AND NOT (%s)".formatted(other.condition())).orElse("");
  }
}
