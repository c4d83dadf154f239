package io.tracemill.analysis.detection;

/**
 * A distribution of a request's score on a grid: the baseline's own, mixed with some requests of
 * what any system's may be, which has a heavier upper end than a normal distribution.
 *
 * @param values ascending
 * @param weights they add up to 1
 */
record Scores(double[] values, double[] weights) {
  /** How many requests the prior counts for. */
  private static final int PRIOR_REQUESTS = 20;

  /** The part of the prior at its upper end. */
  private static final double TAIL = 0.01;

  private static final int POINTS = 41;
  private static final double[] GRID = grid();
  private static final double[] PRIOR = prior();
  private static final int MAX_SHARE_REQUESTS = 400;

  private static double[] grid() {
    double[] grid = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      grid[i] = PlaceRow.CLIP * (2.0 * i / (POINTS - 1) - 1);
    }
    return grid;
  }

  private static double[] prior() {
    double[] normal = new double[POINTS];
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
      normal[i] = Math.exp(-GRID[i] * GRID[i] / 2);
      sum += normal[i];
    }
    for (int i = 0; i < POINTS; i++) {
      normal[i] *= (1 - TAIL) / sum;
    }
    normal[POINTS - 1] += TAIL;
    return normal;
  }

  /** Of a share, 0 and 1: what the baseline's requests say, no more than some hundred of them. */
  static Scores ofShare(double requests, double mean) {
    double counted = Math.min(requests, MAX_SHARE_REQUESTS);
    double share = (mean * counted + 0.5) / (counted + 1);
    return new Scores(new double[] {0, 1}, new double[] {1 - share, share});
  }

  /** The prior alone. */
  static Scores prior(double[] own) {
    return mixed(own, 0);
  }

  /**
   * A distribution that was added up by {@link #add}, for so many requests.
   *
   * @param own by point of the grid
   */
  static Scores mixed(double[] own, double requests) {
    double sum = 0;
    for (double weight : own) {
      sum += weight;
    }
    double counted = sum > 0 ? requests : 0;
    double[] weights = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      double part = sum > 0 ? own[i] / sum : 0;
      weights[i] = (counted * part + PRIOR_REQUESTS * PRIOR[i]) / (counted + PRIOR_REQUESTS);
    }
    return new Scores(GRID, weights);
  }

  /** Where distributions are added up. */
  static double[] none() {
    return new double[POINTS];
  }

  /**
   * Adds a row's requests.
   *
   * @param counts by bin of times
   * @param shift taken off each score
   * @param weight what all of them count for together
   */
  static void add(double[] to, PlaceRow row, double[] counts, double shift, double weight) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
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
}
