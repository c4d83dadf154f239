package io.tracemill.analysis.mutation;

import java.util.List;

/**
 * How much time a mutation has cost all its requests together, nanoseconds; mutations are ranked by
 * it (Spectroscope section 5.4).
 *
 * <p>A category that is both a structural and a response-time mutation is two: the requests that it
 * has gained are the one, those that it would have had anyway the other. So no request counts
 * twice.
 */
public final class Contribution {
  private Contribution() {}

  /**
   * Of a structural mutation: the requests it has gained, times how much longer they take now than
   * those of its precursors.
   *
   * <p>The precursors' means are weighted by similarity. Where there are none, nobody knows which
   * requests became these, and they are compared with the baseline's mean.
   */
  public static long structural(
      CategoryChange mutation, List<Precursor> precursors, CohortTotals totals) {
    double otherwise =
        precursors.isEmpty() ? totals.before().mean().doubleValue() : weightedMean(precursors);
    return Math.round(mutation.requestsGained(totals) * (mutation.meanNow() - otherwise));
  }

  /** Same roots are similar at least in that, so the weights are never all zero. */
  private static double weightedMean(List<Precursor> precursors) {
    double sum = 0;
    double weights = 0;
    for (Precursor precursor : precursors) {
      sum += precursor.similarity() * precursor.category().meanNow();
      weights += precursor.similarity();
    }
    return sum / weights;
  }

  /**
   * Of a response-time mutation: its requests times the change of their mean.
   *
   * @param structuralToo whether the category is a structural mutation as well, so that the
   *     requests it has gained are not among these
   */
  public static long responseTime(
      CategoryChange mutation, boolean structuralToo, CohortTotals totals) {
    double requests = mutation.after().count();
    if (structuralToo) {
      requests -= mutation.requestsGained(totals);
    }
    return Math.round(requests * (mutation.meanNow() - mutation.meanBefore()));
  }
}
