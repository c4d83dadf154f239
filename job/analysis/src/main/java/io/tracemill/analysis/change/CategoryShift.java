package io.tracemill.analysis.change;

import org.apache.commons.math3.fraction.BigFraction;

/**
 * The share of a category in two cohorts and its mean response time, exact. A cohort without such
 * requests has the other one's mean.
 *
 * <p>With shares s and means m before and after, and the mean of both overall means M, the change
 * of the overall mean is the sum over all categories of
 *
 * <pre>
 *   mix:   ((m' + m) / 2 - M) * (s' - s)
 *   rate:  (s' + s) / 2 * (m' - m)
 * </pre>
 *
 * <p>since both together are {@code s' m' - s m - M (s' - s)}, and the shares of a cohort add up to
 * one. M decides which category's growth makes an endpoint slower: one slower than the others.
 */
record CategoryShift(
    BigFraction beforeShare,
    BigFraction afterShare,
    BigFraction beforeMean,
    BigFraction afterMean) {

  /** One of the two sides has to have a request. */
  static CategoryShift of(
      RequestSums before, RequestSums after, RequestSums allBefore, RequestSums allAfter) {
    return new CategoryShift(
        before.shareOf(allBefore),
        after.shareOf(allAfter),
        before.isEmpty() ? after.mean() : before.mean(),
        after.isEmpty() ? before.mean() : after.mean());
  }

  /** What the change of its share did, given the mean of both overall means. */
  BigFraction mix(BigFraction overallMean) {
    return average(beforeMean, afterMean)
        .subtract(overallMean)
        .multiply(afterShare.subtract(beforeShare));
  }

  /** What the change of its mean did. */
  BigFraction rate() {
    return meanShare().multiply(afterMean.subtract(beforeMean));
  }

  /** The factor from a change of its mean to a change of the overall mean. */
  BigFraction meanShare() {
    return average(beforeShare, afterShare);
  }

  static BigFraction average(BigFraction one, BigFraction other) {
    return one.add(other).divide(2);
  }
}
