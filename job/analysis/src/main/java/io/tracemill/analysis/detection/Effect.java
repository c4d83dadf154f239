package io.tracemill.analysis.detection;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Map;

/**
 * How large a change is.
 *
 * @param extraNanos for a place, what the window's calls take more than they did; for errors, the
 *     extra failed requests times the endpoint's mean; for calls 0
 * @param requests in the window that have the place or the calling frame
 * @param all requests of the endpoints in the window
 * @param beforeNanos for a place: mean time per call before; else 0
 * @param afterNanos for a place: mean time per call in the window; else 0
 * @param beforeShare for calls and errors; for a place 1
 * @param afterShare for calls and errors; for a place 1
 * @param endpoints those with a part in it, and how large that is: nanoseconds, for calls the
 *     requests that gained or lack it
 */
record Effect(
    double extraNanos,
    long requests,
    long all,
    double beforeNanos,
    double afterNanos,
    double beforeShare,
    double afterShare,
    Map<Frame, Double> endpoints)
    implements Serializable {
  private static final long serialVersionUID = 1;
}
