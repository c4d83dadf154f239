package io.tracemill.console.api;

import java.io.IOException;

/** Answers the questions of one path of the API. */
@FunctionalInterface
public interface Answerer {
  /**
   * The answer, as a value that Jackson writes.
   *
   * @throws ApiException if there is no answer
   */
  Object answer(ApiQuery query) throws IOException;
}
