package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;

/**
 * All that a {@link Detector} knows, in parts for Java's serialization. The parts are the
 * detector's own: they are to be written before it judges the next pane.
 *
 * @param system what is known over all endpoints, open incidents included
 * @param endpoints what is known of each
 */
public record DetectorState(Serializable system, List<Endpoint> endpoints) {
  public DetectorState {
    requireNonNull(system, "system");
    endpoints = List.copyOf(endpoints);
  }

  /**
   * What is known of one endpoint.
   *
   * @param version the same as long as {@code rows} hold the same
   */
  public record Endpoint(Frame name, long version, Serializable rows) {
    public Endpoint {
      requireNonNull(name, "name");
      requireNonNull(rows, "rows");
    }
  }
}
