package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Baseline;
import io.tracemill.analysis.baseline.Row.Kind;

/**
 * The variation of the whole system's panes beyond chance: the variance between panes in units of a
 * request's variance. A row's own variance is shrunk towards it, so a few minutes of baseline
 * suffice (semantics 8.2).
 */
final class Variation implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** The weight of the system's variance for a row, in panes. */
  static final int PRIOR_PANES = 20;

  private static final double OF_TIME = 0.15;
  private static final double OF_SHARE = 0.02;

  /** The weight of the default for the system, in panes. */
  private static final int DEFAULT_PANES = 100;

  private static final int MAX_FACTOR = 3;

  /** Correlation of the means of neighbouring minutes. */
  private static final double CORRELATION = 0.6;

  private final double correlation;

  /** By kind: the system's variance between panes. */
  private final double[] system = new double[Kind.values().length];

  /**
   * By kind: the sum of the rows' reports since the last learning, weighted by their knowledge, and
   * the sum of weights.
   */
  private final double[] told = new double[system.length];

  private final double[] weights = new double[system.length];

  Variation(long paneMillis) {
    correlation = Math.pow(CORRELATION, paneMillis / 60_000.0);
    for (Kind kind : Kind.values()) {
      system[kind.ordinal()] = ofAny(kind);
    }
  }

  private static double ofAny(Kind kind) {
    return kind == Kind.TIME ? OF_TIME : OF_SHARE;
  }

  /** The variance of the mean of successive panes when each depends on the one before. */
  private double shape(int panes) {
    double r = correlation;
    return (1 + r) / (1 - r) / panes
        - 2 * r * (1 - Math.pow(r, panes)) / ((1 - r) * (1 - r) * panes * panes);
  }

  /** The expected variance between windows of this many panes. */
  double prior(Kind kind, int window) {
    return system[kind.ordinal()] * shape(window);
  }

  /** The knowledge of a row; successive blocks are correlated, so each counts only in part. */
  double known(Baseline baseline, int window) {
    double again = Math.pow(correlation, 2.0 * window);
    return baseline.known() * (1 - again) / (1 + again);
  }

  /** A row's variance between windows, shrunk towards the system's. */
  double between(Kind kind, Baseline baseline, int window) {
    double known = known(baseline, window);
    return (known * baseline.between() + PRIOR_PANES * prior(kind, window)) / (known + PRIOR_PANES);
  }

  /** The smallest shrunk variance of a row with a baseline of this many windows. */
  double least(Kind kind, int window, int windows) {
    return PRIOR_PANES * prior(kind, window) / (windows + PRIOR_PANES);
  }

  /** The factor by which nearness of the window to the end of the baseline changes the variance. */
  double nearness(int window, int blocks) {
    double near = Math.pow(correlation, window);
    return 1 + Math.min(1, (1 + near) / (1 - near) / Math.max(blocks, 1));
  }

  /** Adds a row's report about the system, for the next {@link #learn}. */
  void tell(Kind kind, double between, double known) {
    told[kind.ordinal()] += known * Math.min(between, MAX_FACTOR * ofAny(kind));
    weights[kind.ordinal()] += known;
  }

  /** A row's variance between panes, computed from that between windows. */
  double ofPane(Baseline baseline, int window) {
    return baseline.between() / shape(window);
  }

  /** Learns from the rows' reports since the last time: their mean, weighted by knowledge. */
  void learn() {
    for (Kind kind : Kind.values()) {
      int i = kind.ordinal();
      if (weights[i] > 0) {
        system[i] = (DEFAULT_PANES * ofAny(kind) + told[i]) / (DEFAULT_PANES + weights[i]);
      }
      told[i] = 0;
      weights[i] = 0;
    }
  }
}
