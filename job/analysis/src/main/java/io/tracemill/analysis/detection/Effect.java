package io.tracemill.analysis.detection;

import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How large a change is.
 *
 * @param extraNanos of a place, what the window's calls take more than they did; of errors, the
 *     extra failed requests times the endpoint's mean; of calls, the requests that gained or lack
 *     it (no time)
 * @param requests in the window that were asked
 * @param all requests of the endpoints in the window
 * @param beforeNanos of a place: mean time per call before
 * @param afterNanos of a place: mean time per call in the window
 * @param beforeShare of calls and errors; of a place 1
 * @param afterShare of calls and errors; of a place 1
 * @param endpoints those with a part in it, and how large that is
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
    implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** The endpoints with the largest part first. */
  static List<Frame> largestFirst(Map<Frame, Double> endpoints) {
    return endpoints.entrySet().stream()
        .sorted(
            Map.Entry.<Frame, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
