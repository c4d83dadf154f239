package io.tracemill.analysis.explanation;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.RequestAttribute;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule on attributes that tells the slow requests after from those before.
 *
 * @param conditions that a request has to meet, all of them; at least one
 * @param beforeShare the part of the slow requests before that meet it
 * @param afterShare the part of the slow requests after that meet it: its support
 */
public record Difference(List<Condition> conditions, double beforeShare, double afterShare) {
  private static final String VERSION = "service.version";

  public Difference {
    conditions = List.copyOf(conditions);
    if (conditions.isEmpty()) {
      throw new IllegalArgumentException("a rule without a condition");
    }
  }

  /** The part of the requests that it tells right, were both sides as large; 0.5 is guessing. */
  public double accuracy() {
    return (1 + afterShare - beforeShare) / 2;
  }

  /** The rule for readers: {@code bank-api v2}, {@code checkout region = eu}. */
  public String rule() {
    return conditions.stream().map(Condition::text).collect(Collectors.joining(" and "));
  }

  static boolean isVersion(RequestAttribute attribute) {
    return attribute.key().equals(VERSION);
  }

  /** That a span of the request has an attribute, or that none has. */
  public record Condition(RequestAttribute attribute, boolean present) {
    public Condition {
      requireNonNull(attribute, "attribute");
    }

    private String text() {
      String value = Figures.name(attribute.value());
      String service = Figures.name(attribute.service());
      String is =
          isVersion(attribute)
              ? service + " " + value
              : "%s %s = %s".formatted(service, Figures.name(attribute.key()), value);
      return present ? is : "not (" + is + ")";
    }
  }
}
