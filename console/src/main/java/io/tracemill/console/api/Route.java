package io.tracemill.console.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;

/**
 * A path of the API.
 *
 * @param path below {@code /api/v1/}
 * @param answer the type of its answer, a record
 * @param parameters names of all parameters that it reads; it refuses others
 */
public record Route(String path, Type answer, List<String> parameters, Answerer answerer) {
  public Route {
    requireNonNull(path, "path");
    requireNonNull(answer, "answer");
    parameters = List.copyOf(parameters);
    requireNonNull(answerer, "answerer");
  }

  /** As the constructor. */
  public static Route of(String path, Type answer, Answerer answerer, String... parameters) {
    return new Route(path, answer, List.of(parameters), answerer);
  }

  /**
   * The answer, as a value that Jackson writes.
   *
   * @throws ApiException if there is none
   */
  Object answer(ApiQuery query) throws IOException {
    for (String name : query.parameters().keySet()) {
      if (!parameters.contains(name)) {
        throw ApiException.badParameter(
            "%s has no parameter '%s'; it has: %s"
                .formatted(path, name, String.join(", ", parameters)));
      }
    }
    return answerer.answer(query);
  }
}
