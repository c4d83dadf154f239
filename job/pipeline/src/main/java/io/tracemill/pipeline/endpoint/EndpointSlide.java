package io.tracemill.pipeline.endpoint;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.WindowSums;
import io.tracemill.analysis.span.Frame;

/**
 * The requests of an endpoint in the window that ends with a slide. It is passed on by reference
 * and valid until the next one.
 *
 * @param alone whether it is one of the windows that do not overlap
 * @param sums not to be changed
 */
public record EndpointSlide(Frame endpoint, Period window, boolean alone, WindowSums sums) {
  public EndpointSlide {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(window, "window");
    requireNonNull(sums, "sums");
  }
}
