package io.tracemill.analysis.baseline;

/**
 * Sums of a row by the first column of a window: sums of the window, and of the baseline before it.
 * One object serves all rows of a pane in turn.
 */
public final class RecentSums {
  private final int[] slots;
  private Row.Kind kind = Row.Kind.TIME;

  /** By column: sums of the window that starts there. */
  private final long[] requests;

  private final double[] scores;

  /** By column: sums of the baseline before it. */
  private final double[] baselineRequests;

  private final double[] baselineScores;
  private final double[] baselineSquares;
  private final int[] baselinePanes;

  public RecentSums(PaneClock clock) {
    int columns = clock.size() + 1;
    slots = clock.slotsFrom(0).toArray();
    requests = new long[columns];
    scores = new double[columns];
    baselineRequests = new double[columns];
    baselineScores = new double[columns];
    baselineSquares = new double[columns];
    baselinePanes = new int[columns];
  }

  /** Sums up a row. */
  public void fill(Row row) {
    kind = row.kind();
    for (int column = slots.length - 1; column >= 0; column--) {
      int slot = slots[column];
      boolean spent = row.isSpent(slot);
      requests[column] = requests[column + 1] + (spent ? 0 : row.n[slot]);
      scores[column] = scores[column + 1] + (spent ? 0 : row.s[slot]);
    }
    baselineRequests[0] = row.blockRequests;
    baselineScores[0] = row.blockScores;
    baselineSquares[0] = row.blockSquares;
    baselinePanes[0] = row.blockPanes;
    for (int column = 0; column < slots.length; column++) {
      int slot = slots[column];
      boolean counts = row.n[slot] > 0 && !row.isBad(slot);
      baselineRequests[column + 1] = baselineRequests[column] + (counts ? row.n[slot] : 0);
      baselineScores[column + 1] = baselineScores[column] + (counts ? row.s[slot] : 0);
      baselineSquares[column + 1] = baselineSquares[column] + (counts ? row.ss[slot] : 0);
      baselinePanes[column + 1] = baselinePanes[column] + (counts ? 1 : 0);
    }
  }

  /** Whether window and baseline have enough requests for a comparison. */
  public boolean canTest(int first, int minRequests) {
    return requests[first] >= minRequests && missingPanes(first) == 0;
  }

  /** The smallest number of panes with requests that the baseline still lacks; 0 if none. */
  public int missingPanes(int first) {
    int missing = Math.max(0, Baseline.MIN_PANES - baselinePanes[first]);
    return baselineRequests[first] < PlaceRow.MIN_BASELINE ? Math.max(1, missing) : missing;
  }

  public long requests(int first) {
    return requests[first];
  }

  public double mean(int first) {
    return scores[first] / requests[first];
  }

  /**
   * An upper bound of half the squared distance in standard errors. It assumes that panes vary as
   * little as possible.
   *
   * @param between the smallest variance between windows, in units of a request's variance
   */
  public double distance(int first, double between) {
    double n = baselineRequests[first];
    double variance = Baseline.variance(kind, n, baselineScores[first], baselineSquares[first]);
    double distance = mean(first) - baselineScores[first] / n;
    return distance * distance / (2 * variance * (1.0 / requests[first] + 1 / n + between));
  }
}
