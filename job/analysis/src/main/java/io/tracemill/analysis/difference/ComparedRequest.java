package io.tracemill.analysis.difference;

import io.tracemill.analysis.request.RequestAttribute;
import java.util.List;
import java.util.Map;

/**
 * A request as a row of features.
 *
 * @param durationNanos its duration
 * @param weight number of requests that it stands for
 * @param attributes of its spans; their numbers are compared by size too
 * @param texts values of other features that are compared as a whole
 * @param numbers values of other features that are compared by size
 */
public record ComparedRequest(
    long durationNanos,
    double weight,
    List<RequestAttribute> attributes,
    Map<Feature, String> texts,
    Map<Feature, Double> numbers) {
  public ComparedRequest {
    attributes = List.copyOf(attributes);
    texts = Map.copyOf(texts);
    numbers = Map.copyOf(numbers);
  }

  /** A request with attributes only. */
  public ComparedRequest(long durationNanos, double weight, List<RequestAttribute> attributes) {
    this(durationNanos, weight, attributes, Map.of(), Map.of());
  }
}
