package io.tracemill.cli.watch;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.util.function.Predicate;

/**
 * Selects records of one endpoint or of several, such as {@code frontend GET /cart*}. It selects a
 * hotspot if one of its endpoints matches.
 */
final class EndpointFilter implements Predicate<StreamRecord> {
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
  public boolean test(StreamRecord record) {
    return record.about().stream().anyMatch(this::matches);
  }

  /** Whether an endpoint matches. */
  boolean matches(Frame endpoint) {
    return pattern.matches(Frame.of(endpoint.toString(), ""));
  }
}
