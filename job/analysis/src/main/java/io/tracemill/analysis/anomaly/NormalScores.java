package io.tracemill.analysis.anomaly;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;

/**
 * Scores of normal requests that took no part in training; higher is stranger. It sets the
 * threshold for an <em>alarm share</em>: the share of normal requests that exceed it.
 *
 * <p>The threshold follows an exponential tail behind the 95th percentile, or behind the {@value
 * #MIN_TAIL} highest scores where these are fewer. The p-value is the paper's, by kernel density
 * estimation (CRISP appendix C). The two differ beyond the highest score, where kernels end sooner
 * than real scores: on recordings, the rule p &lt; 0.001 flagged 7 to 34 times as many normal
 * requests. So the threshold decides, and the p-value only describes.
 */
public final class NormalScores {
  /** More scores than this change little, but take memory. */
  public static final int MAX_SCORES = 20_000;

  private static final double TAIL = 0.05;
  private static final int MIN_TAIL = 100;

  /** Kernels farther away than this, in widths, count as a whole or not at all. */
  private static final double FAR = 8.5;

  private static final double TINY_SPREAD = 1e-6;
  private static final double TINY_EXCESS = 1e-9;
  private static final double QUARTILES_OF_NORMAL = 1.349;

  private final double[] sorted;
  private final double alarmShare;
  private final double threshold;
  private final double width;

  private NormalScores(double[] sorted, double alarmShare) {
    this.sorted = sorted;
    this.alarmShare = alarmShare;
    threshold = tailThreshold();
    width = kernelWidth();
  }

  /**
   * The distribution of these scores.
   *
   * @param alarmShare from 0 to 0.05, both excluded
   * @throws IllegalArgumentException if there are no scores, one is not finite, there are more than
   *     {@value #MAX_SCORES}, or the share is out of its range
   */
  public static NormalScores of(double[] scores, double alarmShare) {
    if (scores.length == 0 || scores.length > MAX_SCORES) {
      throw new IllegalArgumentException(
          "expected 1 to " + MAX_SCORES + " scores but found " + scores.length);
    }
    if (!(alarmShare > 0 && alarmShare < TAIL)) {
      throw new IllegalArgumentException(
          "expected an alarm share between 0 and " + TAIL + " but found " + alarmShare);
    }
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    if (!Double.isFinite(sorted[0]) || !Double.isFinite(sorted[sorted.length - 1])) {
      throw new IllegalArgumentException("a score is not finite");
    }
    return new NormalScores(sorted, alarmShare);
  }

  private double tailThreshold() {
    double tail = Math.max(alarmShare, Math.min(TAIL, (double) MIN_TAIL / sorted.length));
    double from = quantile(1 - tail);
    double excess =
        Arrays.stream(sorted).filter(s -> s >= from).map(s -> s - from).average().orElse(0);
    return from + Math.max(excess, TINY_EXCESS) * Math.log(tail / alarmShare);
  }

  /** Silverman's rule of thumb. */
  private double kernelWidth() {
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double variance =
        Arrays.stream(sorted).map(s -> (s - mean) * (s - mean)).average().orElseThrow();
    double quartiles = (quantile(0.75) - quantile(0.25)) / QUARTILES_OF_NORMAL;
    double spread = Math.max(TINY_SPREAD, Math.min(Math.sqrt(variance), quartiles));
    return 0.9 * spread * Math.pow(sorted.length, -0.2);
  }

  /** Interpolates between neighbours. */
  private double quantile(double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /** The 95th percentile, at which the tail begins. A lower score is not strange. */
  public double tail() {
    return quantile(1 - TAIL);
  }

  /** A request with a higher score is an anomaly. */
  public double threshold() {
    return threshold;
  }

  /** The share of normal requests that exceed the threshold. */
  public double alarmShare() {
    return alarmShare;
  }

  /** The probability that a normal request has this score or a higher one. */
  public double pValue(double score) {
    int from = place(score - FAR * width);
    int to = place(score + FAR * width);
    double above = sorted.length - to;
    for (int i = from; i < to; i++) {
      above += 0.5 * Erf.erfc((score - sorted[i]) / (width * Math.sqrt(2)));
    }
    return above / sorted.length;
  }

  /** The number of lower scores; any place among equal ones. */
  private int place(double score) {
    int found = Arrays.binarySearch(sorted, score);
    return found < 0 ? -found - 1 : found;
  }

  /** The scores, lowest first. */
  double[] sorted() {
    return sorted;
  }
}
