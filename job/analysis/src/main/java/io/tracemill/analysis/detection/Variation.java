package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Baseline;
import io.tracemill.analysis.baseline.Row.Kind;

/**
 * How much panes of the whole system differ from each other by more than chance: the variance
 * between panes in units of that of a request. What a row knows of its own is shrunk towards it, so
 * that a few minutes of baseline suffice (semantics 8.2).
 */
final class Variation implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** How many panes' worth of knowledge the system's variance is for a row. */
  static final int PRIOR_PANES = 20;

  private static final double OF_TIME = 0.15;
  private static final double OF_SHARE = 0.02;

  /** How many panes' worth of knowledge the default is for the system. */
  private static final int DEFAULT_PANES = 100;

  private static final int MAX_FACTOR = 3;

  /** Correlation of the means of neighbouring minutes. */
  private static final double CORRELATION = 0.6;

  private final double correlation;

  /** By kind: the system's variance between panes. */
  private final double[] system = new double[Kind.values().length];

  /** By kind: what rows told since it was learned, times what they know, and what they know. */
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

  /** The variance of the mean of panes in a row, where each remembers the one before. */
  private double shape(int panes) {
    double r = correlation;
    return (1 + r) / (1 - r) / panes
        - 2 * r * (1 - Math.pow(r, panes)) / ((1 - r) * (1 - r) * panes * panes);
  }

  /** What is expected between windows of so many panes. */
  double prior(Kind kind, int window) {
    return system[kind.ordinal()] * shape(window);
  }

  /** How much a row knows: blocks that follow each other say the same in part. */
  double known(Baseline baseline, int window) {
    double again = Math.pow(correlation, 2.0 * window);
    return baseline.known() * (1 - again) / (1 + again);
  }

  /** A row's variance between windows, shrunk towards the system's. */
  double between(Kind kind, Baseline baseline, int window) {
    double known = known(baseline, window);
    return (known * baseline.between() + PRIOR_PANES * prior(kind, window)) / (known + PRIOR_PANES);
  }

  /** The least that a row's variance can be shrunk to, with a baseline of so many windows. */
  double least(Kind kind, int window, int windows) {
    return PRIOR_PANES * prior(kind, window) / (windows + PRIOR_PANES);
  }

  /** By how much the window's nearness to the baseline's end adds to its distance. */
  double nearness(int window, int blocks) {
    double near = Math.pow(correlation, window);
    return 1 + Math.min(1, (1 + near) / (1 - near) / Math.max(blocks, 1));
  }

  /** What a row says of the system, for the next {@link #learn}. */
  void tell(Kind kind, double between, double known) {
    told[kind.ordinal()] += known * Math.min(between, MAX_FACTOR * ofAny(kind));
    weights[kind.ordinal()] += known;
  }

  /** A row's variance between panes, from that between windows. */
  double ofPane(Baseline baseline, int window) {
    return baseline.between() / shape(window);
  }

  /** Takes what rows told since the last time: the mean, each by what it knows. */
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
