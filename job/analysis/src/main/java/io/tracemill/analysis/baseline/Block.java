package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.Histogram;
import java.io.Serializable;

/**
 * Up to {@link #PANES} panes of a row's baseline: sums by pane, and for places one histogram of all
 * times.
 */
final class Block implements Serializable {
  /** The most panes of a block. */
  static final int PANES = 20;

  private static final long serialVersionUID = 1;

  /** By pane: requests, and the sum of their scores. */
  final int[] n = new int[PANES];

  final float[] s = new float[PANES];

  /** The end of its first pane, milliseconds since the epoch. */
  final long startMillis;

  /** The number of its panes. */
  int size;

  /** Over all panes: requests, the sum of their scores, and the sum of the squares of these. */
  long requests;

  double scores;
  double squares;
  Histogram times = Histogram.EMPTY;

  Block(long startMillis) {
    this.startMillis = startMillis;
  }

  boolean isFull() {
    return size == PANES;
  }

  void append(int paneRequests, double paneScores, double squaredScores, Histogram paneTimes) {
    n[size] = paneRequests;
    s[size++] = (float) paneScores;
    requests += paneRequests;
    scores += paneScores;
    squares += squaredScores;
    times = paneTimes.bins().length == 0 ? times : times.plus(paneTimes);
  }

  /** The same requests, all with score 0. */
  Block withoutScores() {
    Block without = new Block(startMillis);
    for (int pane = 0; pane < size; pane++) {
      without.append(n[pane], 0, 0, Histogram.EMPTY);
    }
    return without;
  }

  /**
   * Computes all scores again. Their sum is exact; the differences between panes are the old ones
   * in the new scale.
   *
   * @param stretch the old scale by the new one
   */
  void rescore(double[] scoreOfBin, double stretch) {
    double before = scores;
    scores = 0;
    squares = 0;
    for (int i = 0; i < times.bins().length; i++) {
      double score = scoreOfBin[times.bins()[i]];
      scores += times.counts()[i] * score;
      squares += times.counts()[i] * score * score;
    }
    for (int pane = 0; pane < size; pane++) {
      double apart = s[pane] - n[pane] * before / requests;
      s[pane] = (float) (n[pane] * scores / requests + apart * stretch);
    }
  }
}
