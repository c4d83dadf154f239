package io.tracemill.analysis.difference;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.RequestAttribute;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.function.UnaryOperator;

/**
 * One condition of a rule.
 *
 * @param feature what it is about
 * @param value the value, or the bound of a number
 */
public record Condition(Feature feature, Operator operator, String value)
    implements Comparable<Condition> {
  private static final String VERSION = "service.version";
  private static final double WHOLE = 100;

  /** How a request's value compares with that of the condition. */
  public enum Operator {
    IS,
    AT_MOST,
    ABOVE
  }

  private static final Comparator<Condition> COMPARATOR =
      Comparator.comparing(Condition::feature)
          .thenComparing(Condition::operator)
          .thenComparing(Condition::value);

  public Condition {
    requireNonNull(feature, "feature");
    requireNonNull(operator, "operator");
    requireNonNull(value, "value");
  }

  /** The request has the attribute. */
  public static Condition is(RequestAttribute attribute) {
    return new Condition(
        new Feature(Feature.Kind.ATTRIBUTE, attribute.service(), attribute.key()),
        Operator.IS,
        attribute.value());
  }

  static Condition split(Feature feature, Operator operator, double bound) {
    return new Condition(
        feature, operator, BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString());
  }

  /** Whether it is about the version of a service. */
  public boolean isVersion() {
    return feature.key().equals(VERSION);
  }

  /**
   * The condition for readers: {@code bank-api v2}, {@code orders count <= 4096}.
   *
   * @param clean makes a name fit to print
   */
  String text(UnaryOperator<String> clean) {
    String name = clean.apply(feature.service()) + " " + clean.apply(feature.key());
    return switch (feature.kind()) {
      case ATTRIBUTE ->
          isVersion()
              ? clean.apply(feature.service()) + " " + clean.apply(value)
              : name + symbol() + clean.apply(value);
      case OVERLAP -> "calls of %s overlap%s%s %%".formatted(name, symbol(), percent());
      case ORDER -> "%s calls %s".formatted(name, clean.apply(value));
    };
  }

  private String symbol() {
    return switch (operator) {
      case IS -> " = ";
      case AT_MOST -> " <= ";
      case ABOVE -> " > ";
    };
  }

  private String percent() {
    return BigDecimal.valueOf(Math.round(WHOLE * Double.parseDouble(value))).toPlainString();
  }

  @Override
  public int compareTo(Condition other) {
    return COMPARATOR.compare(this, other);
  }
}
