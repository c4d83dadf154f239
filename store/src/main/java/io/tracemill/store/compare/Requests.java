package io.tracemill.store.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.List;
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

  /** Those of a cohort. A request with both values of an attribute belongs to the problem. */
  public static Requests of(StoreSession session, CohortSplit split, CohortPart part) {
    Filter all = Filter.ALL.during(split.periodOf(part));
    if (!(split instanceof ByAttribute values)) {
      return new Requests(session, all);
    }
    Filter problem = all.having(List.of(values.problem()));
    return part == CohortPart.PROBLEM
        ? new Requests(session, problem)
        : new Requests(session, all.having(List.of(values.baseline())), Optional.of(problem));
  }

  /** Those of one endpoint, or all of them. */
  public Requests of(Optional<Frame> endpoint) {
    return new Requests(session, endpoint.map(filter::of).orElse(filter), except);
  }

  /** Those of one category. */
  public Requests of(CategorySearch.Category category) {
    return new Requests(session, filter.of(category.endpoint()).ofCategory(category.hex()), except);
  }

  /** The condition of statistics in SQL, as {@link Filter#statistics}. */
  public String statistics() {
    return filter.statistics() + exception();
  }

  /** The condition in SQL, as {@link Filter#condition}. */
  public String condition() {
    return filter.condition() + exception();
  }

  private String exception() {
    return except.map(other -> " AND NOT (%s)".formatted(other.condition())).orElse("");
  }
}
