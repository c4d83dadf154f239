package io.tracemill.analysis.difference;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * What a rule can be about.
 *
 * @param service the service whose spans have it
 * @param key key of the attribute, or the operation
 */
public record Feature(Kind kind, String service, String key) implements Comparable<Feature> {
  /** The kinds of features. */
  public enum Kind {
    /** An attribute of spans. */
    ATTRIBUTE,
    /** The part of the time below an operation in which its calls overlap; 0 to 1. */
    OVERLAP,
    /** The order in which an operation makes its calls. */
    ORDER
  }

  private static final Comparator<Feature> COMPARATOR =
      Comparator.comparing(Feature::kind)
          .thenComparing(Feature::service)
          .thenComparing(Feature::key);

  public Feature {
    requireNonNull(kind, "kind");
    requireNonNull(service, "service");
    requireNonNull(key, "key");
  }

  @Override
  public int compareTo(Feature other) {
    return COMPARATOR.compare(this, other);
  }
}
