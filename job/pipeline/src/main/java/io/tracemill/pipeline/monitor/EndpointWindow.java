package io.tracemill.pipeline.monitor;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;

/**
 * The requests of an endpoint in a whole window, one window after the other. It is handed on in a
 * chain, and valid until the next one.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive: a whole multiple of its length
 * @param requests of all categories together; not to be changed
 */
public record EndpointWindow(
    Frame endpoint, long startMillis, long endMillis, EndpointAccumulator requests) {
  public EndpointWindow {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(requests, "requests");
  }
}
