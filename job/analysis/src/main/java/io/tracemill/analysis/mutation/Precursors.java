package io.tracemill.analysis.mutation;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Finds the precursors of a structural mutation (Spectroscope section 5.3): categories with the
 * same root that became rarer, the most alike first.
 *
 * <p>One precursor is likely to have given its requests to several mutations, not several
 * precursors to one. So by the 1:N rule it has to have fallen by at least as much as the mutation
 * rose. We compare shares of the cohorts where the paper compares counts.
 */
public final class Precursors {
  private final EditDistance distance;
  private final boolean oneToMany;
  private final int maxCandidates;

  /**
   * @param oneToMany whether the 1:N rule holds
   * @param maxCandidates how many categories are looked at in detail, those that fell most
   */
  public Precursors(EditDistance distance, boolean oneToMany, int maxCandidates) {
    this.distance = requireNonNull(distance, "distance");
    this.oneToMany = oneToMany;
    this.maxCandidates = maxCandidates;
  }

  /** The precursors of {@code mutation} among categories that fell; none if it did not rise. */
  public List<Precursor> of(
      CategoryChange mutation, Collection<CategoryChange> fallen, CohortTotals totals) {
    BigFraction rise = mutation.rise(totals);
    if (rise.compareTo(BigFraction.ZERO) <= 0) {
      return List.of();
    }
    Comparator<CategoryChange> mostFallenFirst =
        Comparator.comparing((CategoryChange category) -> category.rise(totals))
            .thenComparing(CategoryChange::flow);
    return fallen.stream()
        .filter(category -> category.form().root().equals(mutation.form().root()))
        .filter(category -> gaveEnough(category.rise(totals).negate(), rise))
        .sorted(mostFallenFirst)
        .limit(maxCandidates)
        .map(category -> precursor(category, mutation))
        .sorted(Comparator.comparingDouble(Precursor::distance))
        .toList();
  }

  private boolean gaveEnough(BigFraction fall, BigFraction rise) {
    return fall.compareTo(oneToMany ? rise : BigFraction.ZERO) >= 0
        && fall.compareTo(BigFraction.ZERO) > 0;
  }

  private Precursor precursor(CategoryChange category, CategoryChange mutation) {
    return new Precursor(category, distance.normalised(category.form(), mutation.form()));
  }
}
