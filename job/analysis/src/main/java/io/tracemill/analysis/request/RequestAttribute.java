package io.tracemill.analysis.request;

import java.util.Comparator;

/**
 * A kept attribute ({@code spans.attributes}) of a span.
 *
 * @param service service of the span
 * @param key key of the attribute
 * @param value its value as text, cut after {@link #MAX_VALUE_LENGTH} characters; values that agree
 *     up to there are equal
 */
public record RequestAttribute(String service, String key, String value)
    implements Comparable<RequestAttribute> {
  /** Longest value, in UTF-16 characters. */
  public static final int MAX_VALUE_LENGTH = 256;

  private static final Comparator<RequestAttribute> ORDER =
      Comparator.comparing(RequestAttribute::service)
          .thenComparing(RequestAttribute::key)
          .thenComparing(RequestAttribute::value);

  public RequestAttribute {
    value = cut(value);
  }

  private static String cut(String value) {
    if (value.length() <= MAX_VALUE_LENGTH) {
      return value;
    }
    boolean splits = Character.isHighSurrogate(value.charAt(MAX_VALUE_LENGTH - 1));
    return value.substring(0, splits ? MAX_VALUE_LENGTH - 1 : MAX_VALUE_LENGTH);
  }

  /** By service, then key, then value. */
  @Override
  public int compareTo(RequestAttribute other) {
    return ORDER.compare(this, other);
  }
}
