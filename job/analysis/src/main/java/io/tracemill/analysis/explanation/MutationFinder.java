package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CohortPair.Category;
import io.tracemill.analysis.explanation.StepFinder.Side;
import io.tracemill.analysis.ranktest.FalseDiscoveries;
import io.tracemill.analysis.ranktest.FisherTest;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.signature.CanonicalForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Finds the categories that changed (Spectroscope sections 5.1 to 5.4). It uses the
 * Kolmogorov-Smirnov test for response times and Fisher's exact test for shares that rose. It
 * limits the false discovery rate of all together ({@link ExplanationRules}) within the endpoint.
 *
 * <p>Precursors of a structural mutation are categories with the same root whose share fell
 * significantly, by the same test as the rise. The list is sorted by fall times similarity. It ends
 * when together they fell as much as the mutation rose, and may be empty. We compare shares; the
 * paper compares counts.
 */
final class MutationFinder {
  /**
   * A category and the p-values of its tests.
   *
   * @param structural of a rise of its share
   * @param fall of a fall of its share
   * @param times NaN if there are too few requests to test
   */
  private record Tested(Category category, double structural, double fall, double times) {
    DoubleStream pValues() {
      return DoubleStream.of(structural, fall, times).filter(pValue -> !Double.isNaN(pValue));
    }
  }

  /**
   * A category whose share fell.
   *
   * @param fall exact, as in {@link CohortPair#exactRise}
   * @param similarity to a mutation, from 0 to 1
   */
  private record Fallen(Category category, CanonicalForm form, long fall, double similarity) {
    double explains() {
      return fall * similarity;
    }
  }

  private final CohortPair cohorts;
  private final ExplanationRules rules;

  /** The largest p-value that is a discovery. */
  private final double largest;

  private final List<Tested> tested;

  /** Categories whose share surely fell. */
  private final List<Category> fallen;

  private final SampleSide then;
  private final SampleSide now;

  private MutationFinder(
      CohortPair cohorts, SampleSide then, SampleSide now, ExplanationRules rules) {
    this.cohorts = cohorts;
    this.then = then;
    this.now = now;
    this.rules = rules;
    this.tested = cohorts.known().stream().map(this::test).toList();
    this.largest =
        FalseDiscoveries.largest(
            tested.stream().flatMapToDouble(Tested::pValues).toArray(), rules.falseDiscoveryRate());
    this.fallen =
        tested.stream()
            .filter(each -> each.fall() <= largest)
            .map(Tested::category)
            .filter(each -> each.form().isPresent() && -cohorts.rise(each) >= rules.minRise())
            .toList();
  }

  /** The largest contributions first, regardless of sign. */
  static List<CategoryMutation> find(
      CohortPair cohorts, SampleSide then, SampleSide now, ExplanationRules rules) {
    return new MutationFinder(cohorts, then, now, rules).find();
  }

  private List<CategoryMutation> find() {
    List<CategoryMutation> mutations = new ArrayList<>();
    for (Tested each : tested) {
      boolean structural =
          each.structural() <= largest && cohorts.rise(each.category()) >= rules.minRise();
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

  /** The steps that tell a category's requests now from those of a category before. */
  private List<ChangedStep> steps(Category earlier, Category later) {
    return StepFinder.find(
        new Side(earlier.before(), then.uniform(earlier.signature())),
        new Side(later.after(), now.uniform(later.signature())));
  }

  private Tested test(Category category) {
    long then = category.before().count();
    long now = category.after().count();
    long allThen = cohorts.before().traces();
    long allNow = cohorts.after().traces();
    return new Tested(
        category,
        FisherTest.ofRise(then, allThen, now, allNow),
        FisherTest.ofRise(now, allNow, then, allThen),
        then >= rules.minTraces() && now >= rules.minTraces()
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
        precursors.stream().map(this::precursor).toList(),
        precursors.stream()
            .findFirst()
            .map(first -> steps(first.category(), category))
            .orElse(List.of()));
  }

  private double gained(Category category) {
    return cohorts.rise(category) * cohorts.after().traces();
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

  /** As many as it takes to explain the rise, those that explain most of it first. */
  private List<Fallen> precursors(Category mutation, CanonicalForm form) {
    List<Fallen> sorted =
        fallen.stream()
            .filter(category -> category.form().orElseThrow().root().equals(form.root()))
            .map(category -> fallen(category, form))
            .filter(each -> each.similarity() > 0)
            .sorted(
                Comparator.comparingDouble(Fallen::explains)
                    .reversed()
                    .thenComparing(each -> each.category().signature()))
            .limit(Explainer.MAX_PRECURSORS)
            .toList();
    long left = cohorts.exactRise(mutation);
    List<Fallen> enough = new ArrayList<>();
    for (Fallen each : sorted) {
      if (left <= 0) {
        break;
      }
      enough.add(each);
      left -= each.fall();
    }
    return enough;
  }

  private Fallen fallen(Category category, CanonicalForm form) {
    CanonicalForm other = category.form().orElseThrow();
    return new Fallen(
        category, other, -cohorts.exactRise(category), 1 - EditDistance.normalised(other, form));
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
    return mutation(
        Change.RESPONSE_TIME,
        category,
        tested.times(),
        nanos,
        List.of(),
        steps(category, category));
  }

  private CategoryMutation mutation(
      Change kind,
      Category category,
      double pValue,
      double nanos,
      List<Precursor> precursors,
      List<ChangedStep> steps) {
    return new CategoryMutation(
        kind,
        category.signature(),
        category.form(),
        cohorts.sideBefore(category),
        cohorts.sideAfter(category),
        pValue,
        Math.round(nanos),
        precursors,
        steps);
  }
}
