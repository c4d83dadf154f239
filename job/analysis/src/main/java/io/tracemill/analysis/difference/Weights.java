package io.tracemill.analysis.difference;

import io.tracemill.analysis.statistics.Tally;
import java.nio.IntBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * For how many requests each row of a cohort stands. A sample has as many fast requests as slow
 * ones, whatever there were, so only weighted shares are those of the cohort.
 */
final class Weights {
  private static final double ROUNDING = 1e-6;

  private final int first;
  private final double[] weights;
  private final double sum;

  /** How many requests of equal weight tell as much (Kish 1965). */
  private final long effectiveSize;

  /**
   * Those of a cohort.
   *
   * @param first the number of its first row
   */
  Weights(List<AttributedRequest> cohort, int first) {
    this.first = first;
    double all = 0;
    double squares = 0;
    weights = new double[cohort.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = cohort.get(i).weight();
      all += weights[i];
      squares += weights[i] * weights[i];
    }
    sum = all;
    effectiveSize = (long) Math.floor(all * all / squares + ROUNDING);
  }

  boolean has(int row) {
    return row >= first && row < first + weights.length;
  }

  /** The part of the cohort that a row stands for. */
  double part(int row) {
    return weights[row - first] / sum;
  }

  /** The part of the cohort that is among these rows. */
  double share(BitSet rows) {
    double those = 0;
    for (int i = 0; i < weights.length; i++) {
      those += rows.get(first + i) ? weights[i] : 0;
    }
    return those / sum;
  }

  /** The same of rows that are given by their numbers. */
  double share(IntBuffer rows) {
    double those = 0;
    for (int i = 0; i < rows.limit(); i++) {
      those += has(rows.get(i)) ? weights[rows.get(i) - first] : 0;
    }
    return those / sum;
  }

  /** The share as hits among the effective size, rounded down. */
  Tally atLeast(BitSet rows) {
    return new Tally((long) Math.floor(share(rows) * effectiveSize + ROUNDING), effectiveSize);
  }

  /** The same, rounded up. */
  Tally atMost(BitSet rows) {
    return new Tally((long) Math.ceil(share(rows) * effectiveSize - ROUNDING), effectiveSize);
  }
}
