package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.DetectorState.PartState;
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
    Map<Frame, Double> endpoints) {

  /** The endpoints with the largest part first. */
  List<Frame> largestFirst() {
    return endpoints.entrySet().stream()
        .sorted(
            Map.Entry.<Frame, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  static List<PartState> parts(Map<Frame, Double> endpoints) {
    return endpoints.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(part -> new PartState(part.getKey(), part.getValue()))
        .toList();
  }

  /** By how much a share rose. */
  double changeOfShare() {
    return afterShare - beforeShare;
  }
}
