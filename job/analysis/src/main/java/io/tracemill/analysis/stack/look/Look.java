package io.tracemill.analysis.stack.look;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What the stacks under spans are made of: a share of time for each feature. Spans are numbers in
 * their {@link SpanCohorts}.
 */
interface Look {
  /** The number of features. */
  int features();

  /** The feature without its figures. */
  Feature feature(int feature);

  /** The time that the span's shares are parts of. */
  double nanos(int span);

  /** By feature: its share of the time of these spans together; all 0 if they have none. */
  double[] shares(int[] spans);

  /** By feature: slow share minus fast share, in one random permutation. */
  double[] differenceByChance(RandomGenerator random);

  /** Whether it can be a culprit. */
  boolean suspect(int feature);

  /**
   * The culprits among features that pass the test, which have the largest difference first.
   *
   * @param difference by feature
   */
  List<Integer> culprits(List<Integer> passed, double[] difference);

  /** Whether both cohorts have time for at least 30 samples. */
  boolean enough();
}
