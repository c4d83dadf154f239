package io.tracemill.analysis.view.estimate;

import io.tracemill.analysis.sample.GroupKey;
import io.tracemill.analysis.sample.KeptRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How many requests each kept one stands for, one row a request, and the errors of figures.
 *
 * <p>The sample is stratified: by endpoint, category, octave of duration and outcome (semantics 7).
 * A standard error adds up the variance within each stratum. A stratum of which nothing is left out
 * adds none. A stratum with a single row has no variance of its own, so its distance from the
 * estimate stands in.
 */
public final class RequestWeights {
  /** Half the width of a 95 % interval, in standard errors. */
  static final double TWO_SIDED_95 = 1.96;

  /** By degrees of freedom, how much wider Student's interval is than the normal one. */
  private static final double[] WIDER =
      IntStream.rangeClosed(1, 100)
          .mapToDouble(
              freedom ->
                  new TDistribution(freedom).inverseCumulativeProbability(0.975) / TWO_SIDED_95)
          .toArray();

  private final double[] weights;
  private final int[] strata;
  private final int[] stratumRows;

  /** By stratum: the sum of {@code weight * (weight - 1)}. */
  private final double[] stratumLeft;

  private final int[] uniform;
  private final int leftOut;
  private final boolean exact;

  private RequestWeights(
      double[] weights, int[] strata, int strataCount, int[] uniform, int leftOut, boolean exact) {
    this.weights = weights;
    this.strata = strata;
    this.uniform = uniform;
    this.leftOut = leftOut;
    stratumRows = new int[strataCount];
    stratumLeft = new double[strataCount];
    for (int row = 0; row < weights.length; row++) {
      stratumRows[strata[row]]++;
      stratumLeft[strata[row]] += weights[row] * (weights[row] - 1);
    }
    this.exact = exact;
  }

  /** Rows that each stand for themselves. */
  public static RequestWeights ones(int rows, boolean exact) {
    double[] ones = new double[rows];
    Arrays.fill(ones, 1);
    return new RequestWeights(ones, new int[rows], 1, new int[0], 0, exact);
  }

  /** Collects the weights of requests. */
  public static final class Builder {
    private final Map<GroupKey, Integer> numbers = new HashMap<>();
    private double[] weights = new double[64];
    private int[] strata = new int[64];
    private double[] points = new double[64];
    private double uniformBelow = 1;
    private int size;
    private int leftOut;

    /** Whether figures count the request. */
    public static boolean counts(KeptRequest request) {
      return request.complete() && request.weight() > 0;
    }

    /**
     * Whether figures that need all spans count the request. It remembers a request of which only
     * the critical path is kept.
     */
    public boolean countsWhole(KeptRequest request) {
      boolean whole = !request.pathOnly();
      leftOut += counts(request) && !whole ? 1 : 0;
      return counts(request) && whole;
    }

    /** Adds a request that counts; returns its row. */
    public int add(KeptRequest request) {
      if (size == weights.length) {
        weights = Arrays.copyOf(weights, 2 * size);
        strata = Arrays.copyOf(strata, 2 * size);
        points = Arrays.copyOf(points, 2 * size);
      }
      Integer known = numbers.putIfAbsent(GroupKey.drawnFrom(request), numbers.size());
      weights[size] = request.weight();
      points[size] = request.samplePoint();
      uniformBelow = Math.min(uniformBelow, request.uniformBelow());
      strata[size] = known == null ? numbers.size() - 1 : known;
      return size++;
    }

    public RequestWeights build() {
      double[] all = Arrays.copyOf(weights, size);
      return new RequestWeights(
          all,
          Arrays.copyOf(strata, size),
          numbers.size(),
          IntStream.range(0, size).filter(row -> points[row] < uniformBelow).toArray(),
          leftOut,
          Arrays.stream(all).allMatch(weight -> weight == 1));
    }
  }

  /** The number of kept requests. */
  public int size() {
    return weights.length;
  }

  /** The number of requests that the row stands for. */
  public double weight(int row) {
    return weights[row];
  }

  /** Whether every request is kept. */
  public boolean exact() {
    return exact;
  }

  /**
   * The rows of the uniform part: those with a sample point below which every request is kept. Only
   * they serve tests, which need a uniform sample.
   */
  public int[] uniform() {
    return uniform.clone();
  }

  public Basis basis() {
    return new Basis(Arrays.stream(weights).sum(), weights.length, leftOut, exact);
  }

  /** One value for each row. */
  public Values of(long[] values) {
    int[] rows = new int[values.length];
    Arrays.setAll(rows, row -> row);
    return new Values(this, rows, values);
  }

  /**
   * Values of some rows.
   *
   * @param rows by value its row, equal ones side by side; a row can have several values, or none
   */
  public Values of(int[] rows, long[] values) {
    return new Values(this, rows, values);
  }

  /** How often the rows occur, each as often as it is listed; equal ones are side by side. */
  public Estimate count(int[] rows) {
    long[] ones = new long[rows.length];
    Arrays.fill(ones, 1);
    return of(rows, ones).sum();
  }

  /** The basis of an answer from these rows; equal ones are side by side. */
  public Basis basis(int[] rows) {
    double requests = 0;
    int kept = 0;
    for (int i = 0; i < rows.length; i++) {
      if (i == 0 || rows[i] != rows[i - 1]) {
        requests += weights[rows[i]];
        kept++;
      }
    }
    return new Basis(requests, kept, leftOut, exact);
  }

  /**
   * The standard error of the weighted sum of {@code distance}, so that 1.96 of it on either side
   * are a 95 % interval: with few requests it is widened by Student's factor, whose degrees of
   * freedom are Satterthwaite's (1946). Each row's distances are added up, and rows without one
   * have 0.
   */
  double errorOfSum(int[] rows, double[] distance) {
    double[] sums = new double[stratumRows.length];
    double[] squares = new double[stratumRows.length];
    int i = 0;
    while (i < rows.length) {
      int row = rows[i];
      double own = 0;
      for (; i < rows.length && rows[i] == row; i++) {
        own += distance[i];
      }
      sums[strata[row]] += own;
      squares[strata[row]] += own * own;
    }
    double variance = 0;
    double ofVariance = 0;
    for (int stratum = 0; stratum < sums.length; stratum++) {
      int freedom = Math.max(1, stratumRows[stratum] - 1);
      double about = sums[stratum] * sums[stratum] / stratumRows[stratum];
      double spread = stratumRows[stratum] == 1 ? squares[stratum] : squares[stratum] - about;
      double part = stratumLeft[stratum] * Math.max(0, spread) / freedom;
      variance += part;
      ofVariance += part * part / freedom;
    }
    return variance == 0 ? 0 : Math.sqrt(variance) * wider(variance * variance / ofVariance);
  }

  private static double wider(double freedom) {
    return WIDER[Math.min(WIDER.length, Math.max(1, (int) Math.round(freedom))) - 1];
  }
}
