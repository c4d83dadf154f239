package io.tracemill.analysis.explanation;

import io.tracemill.analysis.request.RequestAttribute;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule that separates the slow requests after from those before: the request has some attributes.
 *
 * @param attributes each must be on some span of the request; at least one
 * @param beforeShare the part of the slow requests before that meet it
 * @param afterShare the part of the slow requests after that meet it: its support
 */
public record Difference(List<RequestAttribute> attributes, double beforeShare, double afterShare) {
  private static final String VERSION = "service.version";

  public Difference {
    attributes = List.copyOf(attributes);
    if (attributes.isEmpty()) {
      throw new IllegalArgumentException("a rule without an attribute");
    }
  }

  /**
   * The part of the requests that it classifies correctly if both sides are equally large; 0.5 is a
   * guess.
   */
  public double accuracy() {
    return (1 + afterShare - beforeShare) / 2;
  }

  /** The rule for readers: {@code bank-api v2}, {@code checkout region = eu}. */
  public String rule() {
    return attributes.stream().map(Difference::text).collect(Collectors.joining(" and "));
  }

  private static String text(RequestAttribute attribute) {
    return Figures.name(attribute.service())
        + (isVersion(attribute) ? " " : " " + Figures.name(attribute.key()) + " = ")
        + Figures.name(attribute.value());
  }

  static boolean isVersion(RequestAttribute attribute) {
    return attribute.key().equals(VERSION);
  }
}
