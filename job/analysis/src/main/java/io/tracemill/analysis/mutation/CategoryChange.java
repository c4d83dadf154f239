package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.RequestSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * The requests of one category in two cohorts; one of the two may be empty.
 *
 * @param flow its flow signature
 * @param form the tree behind it
 * @param before its requests in the baseline
 * @param after its requests in the cohort that is compared with it
 */
public record CategoryChange(
    CallTreeSignature flow, CanonicalForm form, RequestSums before, RequestSums after) {

  public CategoryChange {
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException("category " + flow.hex() + " has no request");
    }
  }

  /** Mean response time now, nanoseconds; before, where there is no such request now. */
  double meanNow() {
    return (after.isEmpty() ? before : after).mean().doubleValue();
  }

  /** Mean response time before, nanoseconds; now, where there was no such request before. */
  double meanBefore() {
    return (before.isEmpty() ? after : before).mean().doubleValue();
  }

  /** By how much its share of all requests rose. */
  BigFraction rise(CohortTotals totals) {
    return after.shareOf(totals.after()).subtract(before.shareOf(totals.before()));
  }

  /** How many requests there are now beyond what its old share of today's would be. */
  double requestsGained(CohortTotals totals) {
    return rise(totals).multiply(totals.after().requests()).doubleValue();
  }
}
