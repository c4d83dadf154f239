package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Selects records of one endpoint or of several, such as {@code frontend GET /cart*}. It selects a
 * hotspot if one of its endpoints matches.
 */
final class EndpointFilter implements Predicate<JsonNode> {
  /** Matches service and operation together, since either may contain spaces. */
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
    return Stream.of(
            List.of(record.path("endpoint")), record.path("endpoints"), record.path("shares"))
        .flatMap(named -> StreamSupport.stream(named.spliterator(), false))
        .filter(JsonNode::isObject)
        .map(named -> named.path("service").asText() + " " + named.path("operation").asText())
        .anyMatch(names -> pattern.matches(Frame.of(names, "")));
  }
}
