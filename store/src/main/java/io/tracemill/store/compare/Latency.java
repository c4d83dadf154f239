package io.tracemill.store.compare;

import io.tracemill.store.question.Moments;

/**
 * How long some requests take. Errors are standard errors, 0 if the store has all requests.
 *
 * @param requests estimated number of complete requests
 * @param rows number of requests in the store
 */
public record Latency(
    long requests, double requestsError, long rows, double meanNanos, double meanErrorNanos) {
  static Latency of(Moments durations) {
    return new Latency(
        durations.requests(),
        durations.requestsError(),
        durations.rows(),
        durations.mean(),
        durations.meanError());
  }

  /** The mean as a multiple of that before; 0 if either side has no requests. */
  double ratioTo(Latency before) {
    return ratio(before.meanNanos, meanNanos);
  }

  static double ratio(double before, double after) {
    return before == 0 ? 0 : after / before;
  }
}
