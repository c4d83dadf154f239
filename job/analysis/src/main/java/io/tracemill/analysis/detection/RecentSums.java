package io.tracemill.analysis.detection;

/**
 * Sums of a row by the first column of a window: of the window, and of all that is baseline before
 * it. Costs time in proportion to the recent panes.
 */
final class RecentSums {
  private final Row.Kind kind;

  /** By column: of the window from it on. */
  private final long[] requests;

  private final double[] scores;

  /** By column: of the baseline before it. */
  private final double[] baselineRequests;

  private final double[] baselineScores;
  private final double[] baselineSquares;
  private final int[] baselinePanes;

  RecentSums(Row row, PaneClock clock) {
    int size = clock.size();
    kind = row.kind();
    requests = new long[size + 1];
    scores = new double[size + 1];
    baselineRequests = new double[size + 1];
    baselineScores = new double[size + 1];
    baselineSquares = new double[size + 1];
    baselinePanes = new int[size + 1];
    for (int column = size - 1; column >= 0; column--) {
      int slot = clock.slot(column);
      boolean spent = row.isSpent(slot);
      requests[column] = requests[column + 1] + (spent ? 0 : row.n[slot]);
      scores[column] = scores[column + 1] + (spent ? 0 : row.s[slot]);
    }
    for (Block block : row.blocks()) {
      baselineRequests[0] += block.requests();
      baselineScores[0] += block.scores();
      baselineSquares[0] += block.squares();
      baselinePanes[0] += block.size();
    }
    for (int column = 0; column < size; column++) {
      int slot = clock.slot(column);
      boolean counts = row.n[slot] > 0 && !row.isBad(slot);
      baselineRequests[column + 1] = baselineRequests[column] + (counts ? row.n[slot] : 0);
      baselineScores[column + 1] = baselineScores[column] + (counts ? row.s[slot] : 0);
      baselineSquares[column + 1] = baselineSquares[column] + (counts ? row.squares(slot) : 0);
      baselinePanes[column + 1] = baselinePanes[column] + (counts ? 1 : 0);
    }
  }

  boolean canAsk(int first, int minRequests) {
    return requests[first] >= minRequests && isBaselineEnough(first);
  }

  boolean isBaselineEnough(int first) {
    return Baseline.isEnough(baselineRequests[first], baselinePanes[first]);
  }

  /** How many panes with requests the baseline lacks at least. */
  int missingPanes(int first) {
    return Baseline.MIN_PANES - baselinePanes[first];
  }

  long requests(int first) {
    return requests[first];
  }

  double scores(int first) {
    return scores[first];
  }

  /**
   * At most this many standard errors apart, half their square: as if panes varied as little as
   * they can.
   *
   * @param between the least variance between windows, in units of that of a request
   */
  double distance(int first, double between) {
    double n = baselineRequests[first];
    double variance = Baseline.variance(kind, n, baselineScores[first], baselineSquares[first]);
    double distance = scores[first] / requests[first] - baselineScores[first] / n;
    return distance * distance / (2 * variance * (1.0 / requests[first] + 1 / n + between));
  }
}
