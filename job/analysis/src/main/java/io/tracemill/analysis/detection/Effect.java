package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Map;

/**
 * How large a change is.
 *
 * @param extraNanos for a place, what the window's calls take more than they did; for errors, the
 *     extra failed requests times the endpoint's mean; for calls 0
 * @param before what is normal of the window's requests
 * @param after what they are
 * @param endpoints those with a part in it, and how large that is: nanoseconds, for calls the
 *     requests that gained or lack it
 */
record Effect(double extraNanos, Side before, Side after, Map<Frame, Double> endpoints)
    implements Serializable {
  private static final long serialVersionUID = 1;
}
