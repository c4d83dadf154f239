package io.tracemill.analysis.difference;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A rule that separates the slow requests after from those before: the request meets some
 * conditions.
 *
 * @param conditions at least one
 * @param beforeShare the part of the slow requests before that meet it
 * @param afterShare the part of the slow requests after that meet it: its support
 */
public record Difference(List<Condition> conditions, double beforeShare, double afterShare) {
  public Difference {
    conditions = List.copyOf(conditions);
    if (conditions.isEmpty()) {
      throw new IllegalArgumentException("a rule without a condition");
    }
  }

  /**
   * The part of the requests that it classifies correctly if both sides are equally large; 0.5 is a
   * guess.
   */
  public double accuracy() {
    return (1 + afterShare - beforeShare) / 2;
  }

  /**
   * The attributes that the rule uses, each as service, dot and key. Exclude them to find other
   * rules.
   */
  public List<String> attributes() {
    return conditions.stream()
        .filter(condition -> condition.feature().kind() == Feature.Kind.ATTRIBUTE)
        .map(condition -> condition.feature().service() + "." + condition.feature().key())
        .distinct()
        .toList();
  }

  /**
   * The rule for readers: {@code bank-api v2}, {@code checkout region = eu and orders count > 40}.
   *
   * @param clean makes a name fit to print
   */
  public String rule(UnaryOperator<String> clean) {
    return conditions.stream()
        .map(condition -> condition.text(clean))
        .collect(Collectors.joining(" and "));
  }
}
