package io.tracemill.analysis.detection;

import io.tracemill.analysis.pane.Histogram;
import java.io.Serializable;

/**
 * Up to {@link Grid#BLOCK} panes of a row's baseline: sums by pane, and of places one histogram of
 * all their times.
 */
final class Block implements Serializable {
  private static final long serialVersionUID = 1;

  final int[] n = new int[Grid.BLOCK];
  final float[] s = new float[Grid.BLOCK];
  private int size;
  private long requests;
  private double scores;
  private double squares;
  private Histogram times = Histogram.EMPTY;

  private final long startMillis;

  /** One without any pane; the first one will end then. */
  Block(long startMillis) {
    this.startMillis = startMillis;
  }

  /** The end of its first pane, milliseconds since the epoch. */
  long startMillis() {
    return startMillis;
  }

  boolean isFull() {
    return size == Grid.BLOCK;
  }

  int size() {
    return size;
  }

  void append(int paneRequests, double paneScores, double squaredScores, Histogram paneTimes) {
    n[size] = paneRequests;
    s[size++] = (float) paneScores;
    requests += paneRequests;
    scores += paneScores;
    squares += squaredScores;
    times = paneTimes.bins().length == 0 ? times : times.plus(paneTimes);
  }

  /** Sum of the squared scores of all requests. */
  double squares() {
    return squares;
  }

  Histogram times() {
    return times;
  }

  long requests() {
    return requests;
  }

  /** Sum of the scores of all requests. */
  double scores() {
    return scores;
  }

  /**
   * Scores all requests anew. What they add up to is exact; how panes differ from each other is
   * taken from before, in the new scale.
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
