package io.tracemill.analysis.request;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which requests count, and how they divide into types (tprof section 5.1).
 *
 * @param division what defines a type
 * @param name the attribute or the service of the division; empty for endpoints
 * @param outcome how the requests that count ended
 * @param attributes the value that a span of the request must have, for each key
 */
public record RequestTypes(
    Division division, String name, Outcome outcome, Map<String, String> attributes)
    implements Serializable {
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

  /** How a request ended. */
  public enum Outcome {
    ANY,
    OK,
    ERROR
  }

  public RequestTypes {
    requireNonNull(division, "division");
    requireNonNull(name, "name");
    requireNonNull(outcome, "outcome");
    attributes = Map.copyOf(attributes);
  }

  /** All requests, by endpoint. */
  public static RequestTypes endpoints() {
    return by(Division.ENDPOINT, "");
  }

  /** All requests, by this division. */
  public static RequestTypes by(Division division, String name) {
    return new RequestTypes(division, name, Outcome.ANY, Map.of());
  }

  /** Only requests that ended like this and have these attributes. */
  public RequestTypes only(Outcome wanted, Map<String, String> required) {
    return new RequestTypes(division, name, wanted, required);
  }

  /**
   * The type of a request: its endpoint, or the name and value of the division. Empty for requests
   * that do not count, because the conditions leave them out or they are part of another request.
   */
  public Optional<Frame> typeOf(RequestAnalysis request) {
    return counts(request) ? Optional.of(type(request)) : Optional.empty();
  }

  private boolean counts(RequestAnalysis request) {
    if (false || (outcome != Outcome.ANY && request.failed() != (outcome == Outcome.ERROR))) {
      return false;
    }
    for (Map.Entry<String, String> wanted : attributes.entrySet()) {
      if (!request.hasAttribute(
          attribute ->
              attribute.key().equals(wanted.getKey())
                  && attribute.value().equals(wanted.getValue()))) {
        return false;
      }
    }
    return true;
  }

  private Frame type(RequestAnalysis request) {
    return switch (division) {
      case ENDPOINT -> request.endpoint();
      case ATTRIBUTE -> Frame.of(name, valueIn(request));
      case SERVICE -> Frame.of(name, passes(request) ? "(passed)" : "(not passed)");
    };
  }

  private String valueIn(RequestAnalysis request) {
    NavigableSet<String> values = new TreeSet<>();
    boolean unused =
        request.hasAttribute(
            attribute -> {
              if (attribute.key().equals(name)) {
                values.add(attribute.value());
              }
              return false;
            });
    return values.isEmpty() ? NO_VALUE : values.first();
  }

  private boolean passes(RequestAnalysis request) {
    return request.shape().frames().stream().anyMatch(frame -> frame.service().equals(name));
  }
}
