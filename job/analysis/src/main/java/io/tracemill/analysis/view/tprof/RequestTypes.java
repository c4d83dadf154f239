package io.tracemill.analysis.view.tprof;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.io.Serializable;

/**
 * How requests divide into types (tprof section 5.1).
 *
 * @param division what defines a type
 * @param name the attribute or the service of the division; empty for endpoints
 */
public record RequestTypes(Division division, String name) implements Serializable {
  private static final long serialVersionUID = 1;

  /** The type of requests without the attribute of the division. */
  private static final String NO_VALUE = "(none)";

  /** What defines a type. */
  public enum Division {
    /** The endpoint of the request. */
    ENDPOINT,
    /** The value of an attribute; if there are several, the first in alphabetical order. */
    ATTRIBUTE,
    /** Whether the request passes through a service. */
    SERVICE
  }

  public RequestTypes {
    requireNonNull(division, "division");
    requireNonNull(name, "name");
  }

  /** By endpoint. */
  public static RequestTypes endpoints() {
    return new RequestTypes(Division.ENDPOINT, "");
  }

  /** The type of a request: its endpoint, or the name and value of the division. */
  Frame typeOf(KeptRequest request, TraceTree tree) {
    return switch (division) {
      case ENDPOINT -> request.endpoint();
      case ATTRIBUTE -> Frame.of(name, valueIn(request));
      case SERVICE -> Frame.of(name, passes(tree) ? "(passed)" : "(not passed)");
    };
  }

  private String valueIn(KeptRequest request) {
    return request.attributes().stream()
        .filter(attribute -> attribute.key().equals(name))
        .map(RequestAttribute::value)
        .sorted()
        .findFirst()
        .orElse(NO_VALUE);
  }

  private boolean passes(TraceTree tree) {
    for (int span = 0; span < tree.size(); span++) {
      if (tree.frame(span).service().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
