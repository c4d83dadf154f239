package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Map;

/**
 * The size of a change.
 *
 * @param extraNanos for a place, the extra time of the window's calls; for errors, the extra failed
 *     requests times the endpoint's mean; for calls 0
 * @param before the normal figures of the window's requests
 * @param after their actual figures
 * @param endpoints the endpoints it affects, each with its part: nanoseconds, or for calls the
 *     requests that gained or lack the call
 */
record Effect(double extraNanos, Side before, Side after, Map<Frame, Double> endpoints)
    implements Serializable {
  private static final long serialVersionUID = 1;
}
