package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.RequestSums;

/**
 * What a subject is in one cohort.
 *
 * @param traces requests that have it
 * @param share their part of the requests that could have: those of the endpoint, of a call those
 *     with its caller
 * @param meanNanos of a category the mean response time; of a place its own time per request of the
 *     endpoint; of a call the mean response time of requests that make it
 */
public record Side(long traces, double share, long meanNanos) {

  /** Some requests, of so many. */
  static Side of(RequestSums requests, long of) {
    return new Side(
        requests.count(),
        of == 0 ? 0 : (double) requests.count() / of,
        requests.isEmpty() ? 0 : Math.round(requests.mean().doubleValue()));
  }
}
