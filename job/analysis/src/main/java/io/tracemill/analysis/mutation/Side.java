package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.RequestSums;

/**
 * What a subject is in one cohort.
 *
 * @param traces requests that have it
 * @param trials requests that could have it: those of the endpoint, of a call those with its
 *     caller; 0 where nobody said
 * @param share their part of the requests that could have it; of several endpoints, a mean that
 *     weighs them alike in both cohorts
 * @param meanNanos of a category the mean response time; of a place its own time per request of the
 *     endpoint; of a call the mean response time of requests that make it
 */
public record Side(long traces, long trials, double share, long meanNanos) {

  /**
   * One of which nobody wrote down the trials, as in slides of version 1: as many as {@code traces}
   * are a share of.
   */
  public Side(long traces, double share, long meanNanos) {
    this(traces, share > 0 ? Math.round(traces / share) : 0, share, meanNanos);
  }

  /** Some requests, of so many. */
  static Side of(RequestSums requests, long of) {
    return new Side(
        requests.count(),
        of,
        of == 0 ? 0 : (double) requests.count() / of,
        requests.isEmpty() ? 0 : Math.round(requests.mean().doubleValue()));
  }
}
