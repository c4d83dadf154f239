package io.tracemill.analysis.stack.look;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Decides which features of a look are culprits: the regression gives it a positive coefficient,
 * its shares differ by two points or more, and the family-wise probability is 1 % or less.
 *
 * @param rounds of chance; fewer than 99 name no culprit
 */
record LookTest(int rounds) {
  private static final double MIN_DIFFERENCE = 0.02;
  private static final double MAX_PROBABILITY = 0.01;
  private static final double NANOS_PER_MILLI = 1e6;

  LookResult run(Look look, SpanCohorts cohorts, RandomGenerator random) {
    if (!look.enough()) {
      return LookResult.tooFew(look.kind());
    }
    int size = cohorts.spans().size();
    double[] fast = look.shares(Permutation.range(0, cohorts.fastCount()));
    double[] slow = look.shares(Permutation.range(cohorts.firstSlow(), size));
    SpanSets sets = SpanSets.draw(look, cohorts, random);
    double[] coefficients = ElasticNet.OF_SHARES.fit(sets.columns(), sets.selfMillis());
    double[] difference = new double[slow.length];
    for (int j = 0; j < slow.length; j++) {
      difference[j] = slow[j] - fast[j];
    }
    List<double[]> byChance = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      byChance.add(look.differenceByChance(random));
    }
    double[] p = FamilyWise.probabilities(difference, byChance, look::suspect);
    List<Integer> passed = new ArrayList<>();
    for (int j = 0; j < p.length; j++) {
      if (coefficients[j] > 0 && difference[j] >= MIN_DIFFERENCE && p[j] <= MAX_PROBABILITY) {
        passed.add(j);
      }
    }
    passed.sort(Comparator.comparingDouble(j -> -difference[j]));
    Set<Integer> culprits = new HashSet<>(look.culprits(passed, difference));
    List<Feature> features = new ArrayList<>();
    for (int j = 0; j < p.length; j++) {
      double nanos = coefficients[j] * NANOS_PER_MILLI;
      features.add(look.feature(j).measured(fast[j], slow[j], nanos, p[j], culprits.contains(j)));
    }
    return LookResult.of(look.kind(), features, PaperBound.of(sets));
  }
}
