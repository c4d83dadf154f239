package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.DurationScale;
import java.util.ArrayList;
import java.util.List;

/** The baseline as the reference detector computes it: all panes in one list, cut from its end. */
record SlowBaseline(
    double requests, int blocks, double mean, double variance, double between, double known) {

  static SlowBaseline of(RandomRow row, int first, int window, double prior) {
    List<int[]> panes = new ArrayList<>(row.stored());
    panes.addAll(row.recent().subList(0, first));
    double requests = 0;
    double scores = 0;
    double squares = 0;
    for (int[] pane : panes) {
      requests += requests(pane);
      scores += scores(row, pane, 1);
      squares += scores(row, pane, 2);
    }
    if (requests == 0) {
      return new SlowBaseline(0, 0, 0, 1, 0, 0);
    }
    double mean = scores / requests;
    double variance =
        row.row() instanceof PlaceRow
            ? Math.max((squares - requests * mean * mean + 20) / (requests + 20), 0.3)
            : (scores + 0.5) / (requests + 1) * (1 - (scores + 0.5) / (requests + 1));
    List<double[]> blocks = blocks(row, panes, window);
    double between = 0;
    double squaredRequests = 0;
    double known = 0;
    for (double[] block : blocks) {
      between += block[0] * Math.pow(block[1] / block[0] - mean, 2);
      squaredRequests += block[0] * block[0];
      known += Math.pow(prior / (prior + 1 / block[0]), 2);
    }
    int k = blocks.size();
    double within =
        requests - k > 5
            ? Math.max(variance * requests - between, variance / 2) / (requests - k)
            : variance;
    double size = (requests - squaredRequests / requests) / (k - 1);
    double raw = k < 2 ? 0 : Math.max(0, (between / (k - 1) - within) / size) / variance;
    return new SlowBaseline(requests, k, mean, variance, raw, known);
  }

  /** By block with requests: how many, and the sum of their scores. */
  private static List<double[]> blocks(RandomRow row, List<int[]> panes, int window) {
    List<double[]> blocks = new ArrayList<>();
    for (int end = panes.size(); end > 0; end -= window) {
      double[] block = new double[2];
      for (int[] pane : panes.subList(Math.max(0, end - window), end)) {
        block[0] += requests(pane);
        block[1] += scores(row, pane, 1);
      }
      if (block[0] > 0) {
        blocks.add(block);
      }
    }
    return blocks;
  }

  private static double requests(int[] pane) {
    double sum = 0;
    for (int count : pane) {
      sum += count;
    }
    return sum;
  }

  private static double scores(RandomRow row, int[] pane, int power) {
    double sum = 0;
    for (int bin = 0; bin < DurationScale.BINS; bin++) {
      sum += pane[bin] == 0 ? 0 : pane[bin] * Math.pow(row.score(bin), power);
    }
    return sum;
  }
}
