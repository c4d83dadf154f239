package io.tracemill.cli.compare;

import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * An endpoint with requests in one cohort at least.
 *
 * @param before its complete requests in the first cohort
 * @param after its complete requests in the second one
 * @param doubt why it is not compared, if it is not
 * @param explanation why the mean differs; none where a cohort has no request
 */
record ComparedEndpoint(
    Frame endpoint,
    long before,
    long after,
    Optional<String> doubt,
    Optional<Explanation> explanation) {
  /** By how much the change of the mean changed the time of all requests after, nanoseconds. */
  double movedNanos() {
    return explanation.map(why -> (double) why.account().deltaMeanNanos() * after).orElse(0.0);
  }
}
