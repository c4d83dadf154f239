package io.tracemill.analysis.explanation;

import io.tracemill.analysis.signature.CanonicalForm;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Finds the precursors of structural mutations (Spectroscope section 5.3): categories with the same
 * root whose share fell, the most similar first.
 *
 * <p>One precursor is likely to have given its requests to several mutations, not several
 * precursors to one. So by the 1:N rule those count that fell by at least as much as the mutation
 * rose; where none did, all count that fell. We compare shares where the paper compares counts.
 */
final class Precursors {
  /**
   * A category that fell.
   *
   * @param fall of its share
   * @param similarity to a mutation, from 0 to 1
   */
  record Candidate(CategoryPair category, CanonicalForm form, BigFraction fall, double similarity) {
    Candidate of(CanonicalForm mutation) {
      return new Candidate(category, form, fall, 1 - EditDistance.normalised(form, mutation));
    }
  }

  private final CohortPair cohorts;

  /** Those that fell most first; not compared yet. */
  private final List<Candidate> fallen;

  Precursors(CohortPair cohorts) {
    this.cohorts = cohorts;
    this.fallen =
        cohorts.known().stream()
            .flatMap(
                pair ->
                    pair.form().stream()
                        .map(form -> new Candidate(pair, form, cohorts.rise(pair).negate(), 0)))
            .filter(category -> category.fall().compareTo(BigFraction.ZERO) > 0)
            .sorted(
                Comparator.comparing(Candidate::fall)
                    .reversed()
                    .thenComparing(category -> category.category().flow()))
            .toList();
  }

  /** Those of a category that rose; of too many, those that fell most. */
  List<Candidate> of(CategoryPair mutation) {
    return mutation.form().map(form -> of(form, cohorts.rise(mutation))).orElse(List.of());
  }

  private List<Candidate> of(CanonicalForm form, BigFraction rise) {
    List<Candidate> sameRoot =
        fallen.stream().filter(category -> category.form().root().equals(form.root())).toList();
    List<Candidate> enough =
        sameRoot.stream().filter(category -> category.fall().compareTo(rise) >= 0).toList();
    return (enough.isEmpty() ? sameRoot : enough)
        .stream()
            .limit(Explainer.MAX_PRECURSORS)
            .map(category -> category.of(form))
            .sorted(Comparator.comparingDouble(Candidate::similarity).reversed())
            .toList();
  }
}
