package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.aggregate.SealedRequests;

/**
 * The requests that explain an open incident, kept since those before it are forgotten otherwise
 * while it lasts.
 *
 * @param atMillis end of the slide in which they were looked at last
 * @param before requests before it, the same as long as it lasts
 * @param latest requests since it began
 * @param highest the same when the incident was largest
 * @param highestNanos its contribution then
 */
record Sides(long atMillis, Side before, Side latest, Side highest, long highestNanos) {
  /** Requests in some time. */
  record Side(Period period, SealedRequests requests) {
    static Side of(RequestHistory.Cohort cohort) {
      return new Side(cohort.period(), SealedRequests.of(cohort.requests()));
    }
  }

  /** Those of an incident that is explained for the first time. */
  static Sides first(long atMillis, Side before, Side after, long contributionNanos) {
    return new Sides(atMillis, before, after, after, contributionNanos);
  }

  /** The same with newer requests after. */
  Sides with(long nowMillis, Side after, long contributionNanos) {
    boolean higher = contributionNanos >= highestNanos;
    return new Sides(
        nowMillis,
        before,
        after,
        higher ? after : highest,
        Math.max(contributionNanos, highestNanos));
  }
}
