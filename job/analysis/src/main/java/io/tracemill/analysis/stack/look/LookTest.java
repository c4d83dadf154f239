package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.sort.Permutation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A feature is a culprit if the regression gives it a positive coefficient, its share is at least
 * two points larger during slow spans, and the family-wise probability is 1 % or less.
 *
 * @param rounds number of permutations; with fewer than 99, no feature can be a culprit
 */
record LookTest(int rounds) {
  private static final double MIN_DIFFERENCE = 0.02;
  private static final double MAX_PROBABILITY = 0.01;

  /** All rounds run only if a feature's p is at most this after the first ones. */
  private static final double PROMISING = 0.05;

  private static final int FIRST_ROUNDS = 99;
  private static final double NANOS_PER_MILLI = 1e6;

  LookResult run(Look look, SpanCohorts cohorts, RandomGenerator random) {
    if (!look.enough()) {
      return LookResult.tooFew();
    }
    double[] fast = look.shares(Permutation.range(0, cohorts.fastCount()));
    double[] slow = look.shares(Permutation.range(cohorts.firstSlow(), cohorts.spans().size()));
    double[] difference = new double[slow.length];
    Arrays.setAll(difference, j -> slow[j] - fast[j]);
    SpanSets sets = SpanSets.draw(look, cohorts, random);
    double[] coefficients = ElasticNet.OF_SHARES.fit(sets.columns(), sets.selfMillis());
    double[] p = probabilities(look, difference, Math.min(rounds, FIRST_ROUNDS), random);
    if (!passed(coefficients, difference, p, PROMISING).isEmpty()) {
      p = probabilities(look, difference, rounds, random);
    }
    List<Integer> culprits =
        look.culprits(passed(coefficients, difference, p, MAX_PROBABILITY), difference);
    List<Feature> features = new ArrayList<>();
    for (int j = 0; j < p.length; j++) {
      double nanos = coefficients[j] * NANOS_PER_MILLI;
      boolean culprit = culprits.contains(j);
      features.add(look.feature(j).measured(fast[j], slow[j], nanos, p[j], culprit));
    }
    return LookResult.of(features, PaperBound.of(sets));
  }

  private static double[] probabilities(
      Look look, double[] difference, int rounds, RandomGenerator random) {
    List<double[]> byChance =
        Stream.generate(() -> look.differenceByChance(random)).limit(rounds).toList();
    return FamilyWise.probabilities(difference, byChance, look::suspect);
  }

  /** The features that pass, the largest difference first. */
  private static List<Integer> passed(
      double[] coefficients, double[] difference, double[] p, double most) {
    return IntStream.range(0, p.length)
        .filter(j -> coefficients[j] > 0)
        .filter(j -> difference[j] >= MIN_DIFFERENCE && p[j] <= most)
        .boxed()
        .sorted(Comparator.comparingDouble(j -> -difference[j]))
        .toList();
  }
}
