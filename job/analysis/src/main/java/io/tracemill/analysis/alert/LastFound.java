package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * What an alert was when it was there to be seen for the last time: its figures, which belong
 * together.
 *
 * @param endpoints the endpoint; of the system's, all that have part in it, the largest first
 * @param totals of the endpoint's requests, of the first one for the system
 * @param concerned all requests that it is about
 * @param endMillis end of the window in which it was found, milliseconds
 */
public record LastFound(
    List<Frame> endpoints, Finding finding, Totals totals, Concerned concerned, long endMillis) {
  public LastFound {
    endpoints = List.copyOf(endpoints);
  }

  static LastFound of(Observation observation) {
    return new LastFound(
        Bounds.listed(observation.endpoints()),
        observation.finding(),
        observation.totals(),
        observation.concerned(),
        observation.window().endMillis());
  }
}
