package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.BitSet;

/**
 * The durations of one kind: of all requests, of normal requests, and of the tail.
 *
 * @param normal all requests that are not in the tail
 * @param tail the slowest requests
 */
public record Times(Distribution all, Distribution normal, Distribution tail) {
  static Times of(Column durations, RequestWeights weights, BitSet tail) {
    return new Times(
        durations.of(weights).distribution(),
        durations.only(request -> !tail.get(request)).of(weights).distribution(),
        durations.only(tail::get).of(weights).distribution());
  }
}
