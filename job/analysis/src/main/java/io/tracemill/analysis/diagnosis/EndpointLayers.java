package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.span.Frame;

/**
 * The requests of one type: an endpoint's. Requests that are part of others do not belong here, as
 * their spans would count twice.
 *
 * @param sums not to be changed
 */
public record EndpointLayers(Frame endpoint, LayerSums sums) {}
