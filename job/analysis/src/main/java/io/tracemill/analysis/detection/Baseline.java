package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import java.util.Iterator;

/**
 * What is normal of a row, as windows of some length see it: the panes before the window, cut into
 * blocks as long as it. Panes differ from each other by more than chance, so the variance between
 * blocks is estimated beside that within.
 *
 * @param requests of the baseline
 * @param panes of it that have requests
 * @param blocks of it that have requests
 * @param mean score of a request
 * @param variance of a request's score
 * @param between variance between blocks, in units of {@code variance}; as measured, not negative
 * @param known how many blocks' worth {@code between} is known from: a block counts by the square
 *     of its part of the variance between blocks
 */
record Baseline(
    double requests,
    int panes,
    int blocks,
    double mean,
    double variance,
    double between,
    double known) {

  /** Requests that count as of variance 1, so that few do not seem to know it. */
  private static final int PRIOR_REQUESTS = 20;

  /** Panes with requests that a baseline needs. */
  static final int MIN_PANES = 4;

  private static final double MIN_VARIANCE = 0.3;
  private static final int FEW = 5;

  /** Whether there is enough of it to compare with. */
  static boolean isEnough(double requests, int panes) {
    return requests >= PlaceRow.MIN_BASELINE && panes >= MIN_PANES;
  }

  /** The variance of a request's score, of which only sums are known. */
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
   * @param first the first column of the window; all before it is baseline
   * @param window its length, panes
   * @param prior what the variance between blocks is expected to be, in units of {@code variance}
   */
  static Baseline of(Row row, PaneClock clock, int first, int window, double prior) {
    Sums sums = new Sums(window);
    for (int column = first - 1; column >= 0; column--) {
      int slot = clock.slot(column);
      boolean counts = !row.isBad(slot);
      sums.pane(counts ? row.n[slot] : 0, counts ? row.s[slot] : 0);
      sums.squares += counts ? row.squares(slot) : 0;
    }
    for (Iterator<Block> blocks = row.blocks().descendingIterator(); blocks.hasNext(); ) {
      Block block = blocks.next();
      for (int pane = block.size() - 1; pane >= 0; pane--) {
        sums.pane(block.n[pane], block.s[pane]);
      }
      sums.squares += block.squares();
    }
    sums.closeBlock();
    return sums.baseline(row.kind(), prior);
  }

  /** Adds up panes, the newest first. */
  private static final class Sums {
    private final int window;
    private double requests;
    private double scores;
    private double squares;
    private int panes;
    private int blocks;
    private double blockRequests;
    private double blockScores;
    private int blockPanes;

    /** Over blocks: squared requests, and squared sums of scores by requests. */
    private double squaredRequests;

    private double squaredMeans;

    /** By block, its requests. */
    private double[] sizes = new double[16];

    Sums(int window) {
      this.window = window;
    }

    void pane(int n, double s) {
      requests += n;
      scores += s;
      panes += n > 0 ? 1 : 0;
      blockRequests += n;
      blockScores += s;
      if (++blockPanes == window) {
        closeBlock();
      }
    }

    void closeBlock() {
      if (blockRequests > 0) {
        if (blocks == sizes.length) {
          sizes = java.util.Arrays.copyOf(sizes, 2 * blocks);
        }
        sizes[blocks++] = blockRequests;
        squaredRequests += blockRequests * blockRequests;
        squaredMeans += blockScores * blockScores / blockRequests;
      }
      blockRequests = 0;
      blockScores = 0;
      blockPanes = 0;
    }

    Baseline baseline(Kind kind, double prior) {
      if (requests == 0) {
        return new Baseline(0, 0, 0, 0, 1, 0, 0);
      }
      double mean = scores / requests;
      double variance = variance(kind, requests, scores, squares);
      double between = Math.max(0, squaredMeans - requests * mean * mean);
      return new Baseline(
          requests,
          panes,
          blocks,
          mean,
          variance,
          blocks > 1 ? excess(between, variance) : 0,
          known(prior));
    }

    /** The variance between blocks that the variance within does not explain. */
    private double excess(double between, double variance) {
      double within =
          requests - blocks > FEW
              ? Math.max(variance * requests - between, variance / 2) / (requests - blocks)
              : variance;
      double size = (requests - squaredRequests / requests) / (blocks - 1);
      return size <= 0 ? 0 : Math.max(0, (between / (blocks - 1) - within) / size) / variance;
    }

    private double known(double prior) {
      double sum = 0;
      for (int block = 0; block < blocks; block++) {
        double part = prior / (prior + 1 / Math.max(sizes[block], 1));
        sum += part * part;
      }
      return sum;
    }
  }
}
