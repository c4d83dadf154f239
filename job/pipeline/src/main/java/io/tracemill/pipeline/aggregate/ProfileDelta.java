package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;

/**
 * What one task gathered of an endpoint's requests in one pane, or a part of it.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 */
public record ProfileDelta(Frame endpoint, long paneMillis, EndpointAccumulator requests) {}
