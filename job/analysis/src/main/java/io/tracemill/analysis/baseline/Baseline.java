package io.tracemill.analysis.baseline;

import io.tracemill.analysis.baseline.Row.Kind;
import java.util.Iterator;

/**
 * The normal figures of a row for windows of one length. The panes before the window are cut into
 * blocks as long as the window. Panes differ by more than chance, so the variance between blocks is
 * estimated beside the variance within (semantics 8.2).
 *
 * @param requests number of requests in the baseline
 * @param blocks number of its blocks with requests
 * @param mean score of a request
 * @param variance of a request's score
 * @param between measured variance between blocks, in units of {@code variance}; at least 0
 * @param known the effective number of blocks behind {@code between}: a block counts by the square
 *     of its part of the variance between blocks
 */
public record Baseline(
    double requests, int blocks, double mean, double variance, double between, double known) {
  /** A baseline needs this many panes with requests. */
  static final int MIN_PANES = 4;

  /**
   * This many further requests count with variance 1, so that few requests do not give a false
   * precision.
   */
  private static final int PRIOR_REQUESTS = 20;

  private static final double MIN_VARIANCE = 0.3;
  private static final int FEW = 5;

  /** The variance of a request's score, from sums. */
  static double variance(Kind kind, double requests, double scores, double squares) {
    if (kind != Kind.TIME) {
      double share = (scores + 0.5) / (requests + 1);
      return share * (1 - share);
    }
    double mean = scores / requests;
    double raw = squares / requests - mean * mean;
    return Math.max((requests * raw + PRIOR_REQUESTS) / (requests + PRIOR_REQUESTS), MIN_VARIANCE);
  }

  /**
   * The baseline of a row.
   *
   * @param first the first column of the window; all earlier columns are baseline
   * @param window its length, panes
   * @param prior the expected variance between blocks, in units of {@code variance}
   */
  public static Baseline of(Row row, PaneClock clock, int first, int window, double prior) {
    double[] n = new double[first + row.blocks.size() * Block.PANES];
    double[] s = new double[n.length];
    double squares = 0;
    int panes = 0;
    for (int column = first - 1; column >= 0; column--, panes++) {
      int slot = clock.slot(column);
      if (!row.isBad(slot)) {
        n[panes] = row.n[slot];
        s[panes] = row.s[slot];
        squares += row.ss[slot];
      }
    }
    for (Iterator<Block> blocks = row.blocks.descendingIterator(); blocks.hasNext(); ) {
      Block block = blocks.next();
      block.copyTo(n, s, panes);
      panes += block.size();
      squares += block.squares();
    }
    return of(row.kind(), n, s, panes, squares, window, prior);
  }

  /** From requests and scores by pane, the newest first. */
  private static Baseline of(
      Kind kind, double[] n, double[] s, int panes, double squares, int window, double prior) {
    double requests = 0;
    double scores = 0;
    for (int pane = 0; pane < panes; pane++) {
      requests += n[pane];
      scores += s[pane];
    }
    if (requests == 0) {
      return new Baseline(0, 0, 0, 1, 0, 0);
    }
    int blocks = 0;
    double squaredRequests = 0;
    double squaredMeans = 0;
    double known = 0;
    for (int from = 0; from < panes; from += window) {
      double blockRequests = 0;
      double blockScores = 0;
      for (int pane = from; pane < Math.min(from + window, panes); pane++) {
        blockRequests += n[pane];
        blockScores += s[pane];
      }
      if (blockRequests > 0) {
        blocks++;
        squaredRequests += blockRequests * blockRequests;
        squaredMeans += blockScores * blockScores / blockRequests;
        double part = prior / (prior + 1 / blockRequests);
        known += part * part;
      }
    }
    double mean = scores / requests;
    double variance = variance(kind, requests, scores, squares);
    double apart = Math.max(0, squaredMeans - requests * mean * mean);
    double size = (requests - squaredRequests / requests) / (blocks - 1);
    double between = blocks > 1 && size > 0 ? excess(apart, variance, requests, blocks, size) : 0;
    return new Baseline(requests, blocks, mean, variance, between, known);
  }

  /**
   * The variance between blocks that the variance within does not explain.
   *
   * @param apart sum of the blocks' squared distances from the mean
   * @param size requests of a block
   */
  private static double excess(
      double apart, double variance, double requests, int blocks, double size) {
    double within =
        requests - blocks > FEW
            ? Math.max(variance * requests - apart, variance / 2) / (requests - blocks)
            : variance;
    return Math.max(0, (apart / (blocks - 1) - within) / size) / variance;
  }
}
