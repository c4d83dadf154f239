package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All that a {@link Detector} knows, as plain values: maps with text keys, lists, text, booleans,
 * whole numbers ({@code Long} when read again), other numbers ({@code Double}), and arrays of
 * {@code int}, {@code long} or {@code double}, for a library to write.
 *
 * @param system what is known over all endpoints
 * @param endpoints what is known of each
 */
public record DetectorState(Map<String, Object> system, List<Endpoint> endpoints) {
  public DetectorState {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * What is known of one endpoint.
   *
   * @param version another one whenever the values are others: values of a version that was written
   *     are not asked for again
   * @param values made when they are asked for
   */
  public record Endpoint(Frame name, long version, Supplier<Map<String, Object>> values) {
    public Endpoint {
      requireNonNull(name, "name");
      requireNonNull(values, "values");
    }
  }
}
