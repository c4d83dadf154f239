package io.tracemill.analysis.span;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * Rules for the data to keep of a span and for the spans to refuse.
 *
 * @param maxFutureMillis how far a span may end after its record's timestamp
 * @param normalization which parts of operation names become placeholders
 * @param attributes keys of the attributes that are kept, at most 110; a span's own value wins over
 *     its resource's
 */
public record SpanRules(
    long maxFutureMillis, Set<OperationNames.Rule> normalization, List<String> attributes)
    implements Serializable {
  private static final int MAX_ATTRIBUTES = 110;

  public SpanRules {
    normalization = Set.copyOf(requireNonNull(normalization, "normalization"));
    attributes = List.copyOf(requireNonNull(attributes, "attributes"));
    if (attributes.size() > MAX_ATTRIBUTES) {
      throw new IllegalArgumentException(
          "attributes: %d keys, at most %d".formatted(attributes.size(), MAX_ATTRIBUTES));
    }
  }
}
