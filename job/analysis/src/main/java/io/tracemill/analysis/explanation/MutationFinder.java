package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.CategoryMutation.Kind;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.Precursors.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Finds the categories that changed (Spectroscope sections 5.1 to 5.4): Kolmogorov and Smirnov's
 * test of response times, Fisher's exact test of shares that rose, and false discoveries of both
 * together held at {@value #FALSE_DISCOVERIES} within the endpoint.
 */
final class MutationFinder {
  private static final double FALSE_DISCOVERIES = 0.01;

  /** A share that rose by less is not listed, however significant. */
  private static final double MIN_RISE = 0.01;

  /**
   * A category and the p-values of its tests.
   *
   * @param rise of its share
   * @param times empty where there are too few requests to ask
   */
  private record Tested(
      CategoryPair category, double rise, double structural, OptionalDouble times) {
    boolean isStructural(double largestDiscovery) {
      return structural <= largestDiscovery && rise >= MIN_RISE;
    }

    boolean isResponseTime(double largestDiscovery) {
      return times.isPresent() && times.getAsDouble() <= largestDiscovery;
    }
  }

  private final CohortPair cohorts;
  private final int minTraces;
  private final Precursors precursors;

  private MutationFinder(CohortPair cohorts, int minTraces) {
    this.cohorts = cohorts;
    this.minTraces = minTraces;
    this.precursors = new Precursors(cohorts);
  }

  /** The largest contributions first, whatever their sign. */
  static List<CategoryMutation> find(CohortPair cohorts, int minTraces) {
    return new MutationFinder(cohorts, minTraces).find();
  }

  private List<CategoryMutation> find() {
    List<Tested> tested = cohorts.known().stream().map(this::test).toList();
    double[] pValues =
        tested.stream()
            .flatMapToDouble(
                each ->
                    DoubleStream.concat(DoubleStream.of(each.structural()), each.times().stream()))
            .toArray();
    double largest = BenjaminiHochberg.largestDiscovery(pValues, FALSE_DISCOVERIES);
    List<CategoryMutation> mutations = new ArrayList<>();
    for (Tested each : tested) {
      boolean structural = each.isStructural(largest);
      if (structural) {
        mutations.add(structural(each));
      }
      if (each.isResponseTime(largest)) {
        mutations.add(responseTime(each, structural));
      }
    }
    return mutations.stream()
        .sorted(
            Comparator.comparingLong(
                    (CategoryMutation mutation) -> -Math.abs(mutation.contributionNanos()))
                .thenComparing(CategoryMutation::flow)
                .thenComparing(CategoryMutation::kind))
        .limit(Explainer.MAX_MUTATIONS)
        .toList();
  }

  private Tested test(CategoryPair pair) {
    long then = pair.before().count();
    long now = pair.after().count();
    boolean timed = then >= minTraces && now >= minTraces;
    return new Tested(
        pair,
        cohorts.rise(pair).doubleValue(),
        FisherExact.rose(then, cohorts.before().count(), now, cohorts.after().count()),
        timed
            ? OptionalDouble.of(
                KolmogorovSmirnov.pValue(pair.before().latency(), pair.after().latency()))
            : OptionalDouble.empty());
  }

  /** The requests that it has gained, times how much longer they take than those they were. */
  private CategoryMutation structural(Tested tested) {
    CategoryPair pair = tested.category();
    List<Candidate> found = precursors.of(pair);
    double otherwise =
        found.isEmpty() ? cohorts.before().mean().doubleValue() : weightedMean(found);
    long contribution = Math.round(gained(tested) * (pair.meanAfter().doubleValue() - otherwise));
    List<Precursor> listed = found.stream().map(this::precursor).toList();
    return mutation(Kind.STRUCTURAL, pair, tested.structural(), contribution, listed);
  }

  private double gained(Tested tested) {
    return tested.rise() * cohorts.after().count();
  }

  private static double weightedMean(List<Candidate> precursors) {
    double sum = 0;
    double weights = 0;
    for (Candidate precursor : precursors) {
      sum += precursor.similarity() * precursor.category().meanAfter().doubleValue();
      weights += precursor.similarity();
    }
    return sum / weights;
  }

  private Precursor precursor(Candidate candidate) {
    CategoryPair pair = candidate.category();
    return new Precursor(
        pair.flow(),
        candidate.form(),
        cohorts.before().side(pair.before()),
        cohorts.after().side(pair.after()),
        candidate.similarity());
  }

  /** Its requests times the change of their mean, without those that it has gained. */
  private CategoryMutation responseTime(Tested tested, boolean structuralToo) {
    CategoryPair pair = tested.category();
    double requests = pair.after().count() - (structuralToo ? gained(tested) : 0);
    double rise = pair.meanAfter().subtract(pair.meanBefore()).doubleValue();
    long contribution = Math.round(requests * rise);
    return mutation(
        Kind.RESPONSE_TIME, pair, tested.times().orElseThrow(), contribution, List.of());
  }

  private CategoryMutation mutation(
      Kind kind, CategoryPair pair, double pValue, long contribution, List<Precursor> listed) {
    return new CategoryMutation(
        kind,
        pair.flow(),
        pair.form(),
        cohorts.before().side(pair.before()),
        cohorts.after().side(pair.after()),
        pValue,
        contribution,
        listed);
  }
}
