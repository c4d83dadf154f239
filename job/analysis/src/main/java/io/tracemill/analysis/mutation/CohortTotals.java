package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.RequestSums;

/**
 * All requests of an endpoint in two cohorts, neither of which is empty. Categories are compared by
 * their shares of these, so that a change in load is none of theirs.
 */
public record CohortTotals(RequestSums before, RequestSums after) {
  public CohortTotals {
    if (before.isEmpty() || after.isEmpty()) {
      throw new IllegalArgumentException("an empty cohort: " + before + ", " + after);
    }
  }
}
