package io.tracemill.console.store;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategoryDifference;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.Overview;
import java.util.Optional;

/** The categories of an endpoint: their list, the call tree of one, and the difference of two. */
final class CategoryQuestions {
  private CategoryQuestions() {}

  static Overview overview(StoreSession session, Filter filter, ApiQuery query) {
    return Overview.ask(session, filter.of(query.endpoint()), Overview.ANOMALOUS_CV);
  }

  static CategoryProfile category(StoreSession session, Filter filter, ApiQuery query) {
    return QuestionScope.category(session, query).profile(session, filter);
  }

  /** The second category belongs to the same endpoint unless the parameters name another one. */
  static CategoryDifference difference(StoreSession session, Filter filter, ApiQuery query) {
    Frame endpoint = query.endpoint();
    boolean same = query.text("otherService").isEmpty() && query.text("otherOperation").isEmpty();
    Frame other =
        same
            ? endpoint
            : Frame.of(query.required("otherService"), query.required("otherOperation"));
    String otherCategory = query.requiredHex("otherCategory");
    return CategoryDifference.of(
        QuestionScope.category(session, query),
        CategorySearch.one(session, otherCategory, Optional.of(other)));
  }
}
