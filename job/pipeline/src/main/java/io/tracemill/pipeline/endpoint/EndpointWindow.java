package io.tracemill.pipeline.endpoint;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;

/**
 * The requests of an endpoint in one whole pane. It is passed on by reference and valid until the
 * next one.
 *
 * @param startMillis start of the pane, milliseconds since the epoch
 * @param endMillis its end, exclusive: a whole multiple of its length
 * @param requests of all categories together; not to be changed
 */
public record EndpointWindow(
    Frame endpoint, long startMillis, long endMillis, EndpointSums requests) {
  public EndpointWindow {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(requests, "requests");
  }
}
