package io.tracemill.analysis.detection;

/** How a change goes on: when it began, and whether it is over. */
final class Course {
  /** Part of the rise from which on scores say that the change is there. */
  private static final double RISEN = 0.7;

  /** Part of the rise below which a row looks healthy. */
  private static final double HEALTHY = 0.4;

  private static final int ENOUGH = 3;
  private static final int[] WINDOWS = {2, 4, 10};

  private final PaneClock clock;

  Course(PaneClock clock) {
    this.clock = clock;
  }

  /**
   * The end of the pane in which the change began: from it on scores add up most above most of the
   * rise.
   */
  long sinceMillis(Row row, Question question) {
    double most = question.normal() + RISEN * question.change();
    double sign = Math.signum(question.change());
    double sum = 0;
    double largest = Double.NEGATIVE_INFINITY;
    int began = clock.size() - 1;
    for (int column = clock.size() - 1; column >= clock.firstOfLongest(); column--) {
      int slot = clock.slot(column);
      sum += row.isSpent(slot) ? 0 : sign * (row.s[slot] - row.n[slot] * most);
      if (sum > largest) {
        largest = sum;
        began = column;
      }
    }
    return clock.end(began);
  }

  /** Whether requests come, and the newest are nearer to the baseline than to what was found. */
  boolean looksHealthy(Row row, Question question) {
    int first = newestFirst(row);
    double change = row.meanScore(clock, first) - question.normal();
    return row.allRequests(clock, first) > 0 && change / question.change() < HEALTHY;
  }

  /** Whether no request came for some minutes. */
  boolean isSilent(Row row) {
    return row.allRequests(clock, newestFirst(row)) == 0;
  }

  private int newestFirst(Row row) {
    int first = clock.size() - 1;
    for (int window : WINDOWS) {
      first = clock.first(window);
      if (row.allRequests(clock, first) >= ENOUGH) {
        return first;
      }
    }
    return first;
  }
}
