package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.util.function.Predicate;

/** Records that have an endpoint, or one of several, like {@code frontend GET /cart*}. */
final class EndpointFilter implements Predicate<JsonNode> {
  private static final String ENDPOINT = "endpoint";
  private static final String ENDPOINTS = "endpoints";

  /** Over both names at once, since either may have spaces. */
  private final EndpointPattern pattern;

  /**
   * A filter.
   *
   * @param pattern of service, space and operation; {@code *} stands for any run of characters
   */
  EndpointFilter(String pattern) {
    this.pattern = new EndpointPattern(pattern, "*");
  }

  @Override
  public boolean test(JsonNode record) {
    if (matches(record.path(ENDPOINT))) {
      return true;
    }
    for (JsonNode endpoint : record.path(ENDPOINTS)) {
      if (matches(endpoint)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(JsonNode endpoint) {
    String names = endpoint.path("service").asText() + " " + endpoint.path("operation").asText();
    return endpoint.isObject() && pattern.matches(Frame.of(names, ""));
  }
}
