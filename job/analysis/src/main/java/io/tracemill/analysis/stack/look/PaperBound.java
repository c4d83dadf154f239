package io.tracemill.analysis.stack.look;

import java.util.Arrays;

/**
 * The paper's own measure (LongTale section 4.3.6): the standard deviation and 99 % bound of the
 * nonzero coefficients, fitted with scikit-learn's defaults. It is only reported: of n numbers none
 * lies more than (n-1)/sqrt(n) deviations above the mean, so with fewer than nine none can exceed
 * the bound.
 */
record PaperBound(double deviationNanos, double boundNanos) {
  static final PaperBound NONE = new PaperBound(0, 0);

  private static final double QUANTILE = 2.576;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS_PER_MICRO = 1e3;

  static PaperBound of(SpanSets sets) {
    double[] micros = Arrays.stream(sets.selfMillis()).map(ms -> ms * MICROS_PER_MILLI).toArray();
    double[] used =
        Arrays.stream(ElasticNet.OF_PAPER.fit(sets.columns(), micros))
            .filter(coefficient -> coefficient != 0)
            .toArray();
    double deviation = ElasticNet.deviation(used);
    double bound = ElasticNet.mean(used) + QUANTILE * deviation;
    return new PaperBound(deviation * NANOS_PER_MICRO, bound * NANOS_PER_MICRO);
  }
}
