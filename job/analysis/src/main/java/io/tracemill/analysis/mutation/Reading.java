package io.tracemill.analysis.mutation;

import java.util.List;

/**
 * What one endpoint can say of a subject that others have too: a place, or a call. Sums of many
 * readings tell whether it changed for the system as a whole, each endpoint compared with itself
 * alone, so that a change of the mix of endpoints is none of it (van Elteren's test for times, that
 * of Cochran, Mantel and Haenszel for shares).
 *
 * @param window of the window against the baseline
 * @param newest of the newest pane against the baseline
 * @param blocks of each of the baseline's blocks against all of them: how much varies without a
 *     cause
 * @param before in the baseline
 * @param after in the window
 * @param beforeRequestNanos mean response time in the baseline of the requests that have it
 */
public record Reading(
    Subject subject,
    Score window,
    Score newest,
    List<BlockScore> blocks,
    Side before,
    Side after,
    long beforeRequestNanos) {
  public Reading {
    blocks = List.copyOf(blocks);
  }

  /**
   * How far the requests of a stretch lie above the others.
   *
   * @param sum of their centred scores, each in [-1/2, 1/2]: mid-ranks, less the mean; 0 is
   *     expected. All that make a call are ties, as are all that do not: they rank 1/2 apart
   * @param variance what the sum would have were requests dealt at random
   * @param values how many scores there are
   * @param requests that have one at least: too few say nothing
   * @param traces those without one too, which a rise is a mean of: of a place all of the endpoint,
   *     of a call those with its caller
   * @param riseNanos by how much their mean own time at a place, or for a call their share in
   *     millionths, lies above the baseline's
   */
  public record Score(
      double sum, double variance, long values, long requests, long traces, long riseNanos) {}

  /** The score of one block; those of other endpoints with the same start are of the same time. */
  public record BlockScore(long startMillis, double sum, double variance) {}
}
