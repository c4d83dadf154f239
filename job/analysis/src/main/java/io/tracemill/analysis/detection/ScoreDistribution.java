package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.PlaceRow;

/**
 * The distribution of a request's score, and how improbable a mean is in it (semantics 8.2). It
 * mixes the baseline's own distribution with some requests of a prior. The prior has a heavier
 * upper tail than a normal distribution.
 *
 * @param values ascending
 * @param weights they add up to 1
 */
record ScoreDistribution(double[] values, double[] weights) {
  /** The weight of the prior in requests. */
  private static final int PRIOR_REQUESTS = 20;

  /** The part of the prior at its upper end. */
  private static final double TAIL = 0.01;

  private static final int POINTS = 41;
  private static final double[] GRID = new double[POINTS];
  private static final double[] PRIOR = new double[POINTS];
  private static final int MAX_SHARE_REQUESTS = 400;

  private static final int BISECTIONS = 40;
  private static final double MAX_TILT = 60;
  private static final double SAME = 1e-9;

  static {
    for (int i = 0; i < POINTS; i++) {
      GRID[i] = PlaceRow.CLIP * (2.0 * i / (POINTS - 1) - 1);
      PRIOR[i] = Math.exp(-GRID[i] * GRID[i] / 2);
    }
    double sum = sum(PRIOR);
    for (int i = 0; i < POINTS; i++) {
      PRIOR[i] *= (1 - TAIL) / sum;
    }
    PRIOR[POINTS - 1] += TAIL;
  }

  private static double sum(double[] counts) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /** The distribution of 0 and 1, from at most some hundred requests of the baseline. */
  static ScoreDistribution ofShare(double requests, double mean) {
    double counted = Math.min(requests, MAX_SHARE_REQUESTS);
    double share = (mean * counted + 0.5) / (counted + 1);
    return new ScoreDistribution(new double[] {0, 1}, new double[] {1 - share, share});
  }

  /**
   * The distribution of a place's scores, from the counts of {@link #add}.
   *
   * @param own by point of the grid
   * @param requests their number
   */
  static ScoreDistribution ofTime(double[] own, double requests) {
    double sum = sum(own);
    double counted = sum > 0 ? requests : 0;
    double[] weights = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      double part = sum > 0 ? own[i] / sum : 0;
      weights[i] = (counted * part + PRIOR_REQUESTS * PRIOR[i]) / (counted + PRIOR_REQUESTS);
    }
    return new ScoreDistribution(GRID, weights);
  }

  /** Empty counts by point of the grid. */
  static double[] none() {
    return new double[POINTS];
  }

  /**
   * Adds a row's requests.
   *
   * @param counts by bin of times
   * @param shift taken off each score
   * @param weight their total weight
   */
  static void add(double[] to, PlaceRow row, double[] counts, double shift, double weight) {
    double sum = sum(counts);
    for (int bin = 0; bin < counts.length && sum > 0; bin++) {
      if (counts[bin] > 0) {
        double score = row.score(bin) - shift;
        double clipped = Math.max(-PlaceRow.CLIP, Math.min(PlaceRow.CLIP, score));
        int point = (int) Math.rint((clipped / PlaceRow.CLIP + 1) * (POINTS - 1) / 2);
        to[point] += weight * counts[bin] / sum;
      }
    }
  }

  double mean() {
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      mean += weights[i] * values[i];
    }
    return mean;
  }

  /**
   * Cramer's rate of a mean: the supremum over t of {@code t target - ln E exp(t x)}. It is 0 at
   * the mean, and {@code -ln} of its weight at the end of the support.
   */
  double rate(double target) {
    double mean = mean();
    if (Math.abs(target - mean) < SAME) {
      return 0;
    }
    double sign = target > mean ? 1 : -1;
    double top = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < values.length; i++) {
      if (weights[i] > 0) {
        top = Math.max(top, values[i] * sign);
      }
    }
    double low = 0;
    double high = MAX_TILT;
    double tilt = 0;
    for (int i = 0; i < BISECTIONS; i++) {
      tilt = (low + high) / 2;
      double tiltedSum = 0;
      double tiltedMean = 0;
      for (int j = 0; j < values.length; j++) {
        double tilted = tilted(j, sign, top, tilt);
        tiltedSum += tilted;
        tiltedMean += tilted * (values[j] * sign);
      }
      if (tiltedMean / tiltedSum < target * sign) {
        low = tilt;
      } else {
        high = tilt;
      }
    }
    double all = 0;
    for (int j = 0; j < values.length; j++) {
      all += tilted(j, sign, top, tilt);
    }
    return Math.max(0, tilt * (target * sign - top) - Math.log(all));
  }

  /** The weight of a point times {@code exp(tilt (x - top))}. */
  private double tilted(int point, double sign, double top, double tilt) {
    return weights[point] * Math.exp(tilt * (values[point] * sign - top));
  }
}
