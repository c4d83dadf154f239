package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CohortPair.Category;
import io.tracemill.analysis.ranktest.FalseDiscoveries;
import io.tracemill.analysis.ranktest.FisherTest;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.signature.CanonicalForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Finds the categories that changed (Spectroscope sections 5.1 to 5.4). It uses the
 * Kolmogorov-Smirnov test for response times and Fisher's exact test for shares that rose. It
 * limits the false discovery rate of both together to {@value #FALSE_DISCOVERIES} within the
 * endpoint.
 *
 * <p>Precursors of a structural mutation are categories with the same root whose share fell. One
 * precursor probably lost its requests to several mutations, rather than several precursors to one.
 * So by the 1:N rule, a precursor must fall by at least as much as the mutation rose. If no
 * precursor did, all categories that fell count. We compare shares where the paper compares counts.
 */
final class MutationFinder {
  private static final double FALSE_DISCOVERIES = 0.01;

  /** The least rise of a share to be listed, however significant. */
  private static final double MIN_RISE = 0.01;

  /**
   * A category and the p-values of its tests.
   *
   * @param times NaN if there are too few requests to test
   */
  private record Tested(Category category, double structural, double times) {}

  /** A category that fell, and how similar it is to a mutation, from 0 to 1. */
  private record Fallen(Category category, CanonicalForm form, double similarity) {}

  private final CohortPair cohorts;
  private final int minTraces;

  /** The largest fall of the share first. */
  private final List<Category> fallen;

  private MutationFinder(CohortPair cohorts, int minTraces) {
    this.cohorts = cohorts;
    this.minTraces = minTraces;
    this.fallen =
        cohorts.known().stream()
            .filter(category -> category.form().isPresent() && cohorts.exactRise(category) < 0)
            .sorted(Comparator.comparingLong(cohorts::exactRise).thenComparing(Category::signature))
            .toList();
  }

  /** The largest contributions first, regardless of sign. */
  static List<CategoryMutation> find(CohortPair cohorts, int minTraces) {
    return new MutationFinder(cohorts, minTraces).find();
  }

  private List<CategoryMutation> find() {
    List<Tested> tested = cohorts.known().stream().map(this::test).toList();
    double[] pValues =
        tested.stream()
            .flatMapToDouble(each -> DoubleStream.of(each.structural(), each.times()))
            .filter(pValue -> !Double.isNaN(pValue))
            .toArray();
    double largest = FalseDiscoveries.largest(pValues, FALSE_DISCOVERIES);
    List<CategoryMutation> mutations = new ArrayList<>();
    for (Tested each : tested) {
      boolean structural =
          each.structural() <= largest && cohorts.rise(each.category()) >= MIN_RISE;
      if (structural) {
        mutations.add(structural(each));
      }
      if (each.times() <= largest) {
        mutations.add(responseTime(each, structural));
      }
    }
    return mutations.stream()
        .sorted(
            Comparator.comparingLong(
                    (CategoryMutation mutation) -> -Math.abs(mutation.contributionNanos()))
                .thenComparing(CategoryMutation::signature)
                .thenComparing(CategoryMutation::kind))
        .limit(Explainer.MAX_MUTATIONS)
        .toList();
  }

  private Tested test(Category category) {
    long then = category.before().count();
    long now = category.after().count();
    return new Tested(
        category,
        FisherTest.ofRise(
            then, cohorts.totals().beforeTraces(), now, cohorts.totals().afterTraces()),
        then >= minTraces && now >= minTraces
            ? Significance.ofDistance(category.before().latency(), category.after().latency())
            : Double.NaN);
  }

  /** Its gained requests, multiplied by their extra time over their precursors. */
  private CategoryMutation structural(Tested tested) {
    Category category = tested.category();
    List<Fallen> precursors =
        category.form().map(form -> precursors(category, form)).orElse(List.of());
    double otherwise = precursors.isEmpty() ? cohorts.meanBefore() : weightedMean(precursors);
    return mutation(
        Change.STRUCTURAL,
        category,
        tested.structural(),
        gained(category) * (category.meanAfter() - otherwise),
        precursors.stream().map(this::precursor).toList());
  }

  private double gained(Category category) {
    return cohorts.rise(category) * cohorts.totals().afterTraces();
  }

  private static double weightedMean(List<Fallen> precursors) {
    double sum = 0;
    double weights = 0;
    for (Fallen precursor : precursors) {
      sum += precursor.similarity() * precursor.category().meanAfter();
      weights += precursor.similarity();
    }
    return sum / weights;
  }

  /** The precursors that fell most, the most similar first. */
  private List<Fallen> precursors(Category mutation, CanonicalForm form) {
    List<Category> sameRoot =
        fallen.stream()
            .filter(category -> category.form().orElseThrow().root().equals(form.root()))
            .toList();
    List<Category> enough =
        sameRoot.stream()
            .filter(category -> -cohorts.exactRise(category) >= cohorts.exactRise(mutation))
            .toList();
    return (enough.isEmpty() ? sameRoot : enough)
        .stream()
            .limit(Explainer.MAX_PRECURSORS)
            .map(
                category -> {
                  CanonicalForm other = category.form().orElseThrow();
                  return new Fallen(category, other, 1 - EditDistance.normalised(other, form));
                })
            .sorted(Comparator.comparingDouble(Fallen::similarity).reversed())
            .toList();
  }

  private Precursor precursor(Fallen fallen) {
    Category category = fallen.category();
    return new Precursor(
        category.signature(),
        fallen.form(),
        cohorts.sideBefore(category),
        cohorts.sideAfter(category),
        fallen.similarity());
  }

  /** Its requests without the gained ones, multiplied by the change of their mean. */
  private CategoryMutation responseTime(Tested tested, boolean structuralToo) {
    Category category = tested.category();
    double requests = category.after().count() - (structuralToo ? gained(category) : 0);
    double nanos = requests * (category.meanAfter() - category.meanBefore());
    return mutation(Change.RESPONSE_TIME, category, tested.times(), nanos, List.of());
  }

  private CategoryMutation mutation(
      Change kind, Category category, double pValue, double nanos, List<Precursor> precursors) {
    return new CategoryMutation(
        kind,
        category.signature(),
        category.form(),
        cohorts.sideBefore(category),
        cohorts.sideAfter(category),
        pValue,
        Math.round(nanos),
        precursors);
  }
}
