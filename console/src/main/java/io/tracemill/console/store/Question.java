package io.tracemill.console.store;

import io.tracemill.console.api.ApiQuery;
import java.io.IOException;

/** A question that the store answers. */
@FunctionalInterface
interface Question {
  /**
   * The answer, as JSON.
   *
   * @throws io.tracemill.console.api.ApiException if a parameter is bad or there is no store
   * @throws io.tracemill.store.engine.QueryException if there is no answer
   */
  String ask(ApiQuery query) throws IOException;
}
