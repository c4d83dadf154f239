package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.Moments;
import java.util.List;
import java.util.function.Function;

/**
 * One metric of a group, over all requests and apart over normal ones and the tail.
 *
 * @param boundaryRequests requests in the stratum of the threshold
 */
public record Times(Moments all, Moments normal, Moments tail, long boundaryRequests) {

  static Times of(Tail split, Function<List<Integer>, Moments> moments) {
    Moments normal = moments.apply(split.normal());
    Moments tail = moments.apply(split.tail());
    return new Times(normal.plus(tail), normal, tail, split.boundaryRequests());
  }

  /**
   * Whether the tail's mean is more than this many times that of normal requests; also if only slow
   * requests have it.
   */
  boolean isTailIssue(double ratio) {
    return tail.count() > 0 && tail.meanNanos() > ratio * normal.meanNanos();
  }

  /** Those of the requests that a finding is about. */
  Moments of(boolean tailOnly) {
    return tailOnly ? tail : all;
  }
}
