package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;

/**
 * One task's sums of an endpoint's requests in one pane, or a part of them.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 */
public record ProfileDelta(Frame endpoint, long paneMillis, EndpointAccumulator requests) {}
