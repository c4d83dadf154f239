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
   * One of them.
   *
   * @param similarity to the mutation, from 0 to 1; more than 0, as their roots are the same
   */
  record Candidate(CategoryPair category, CanonicalForm form, double similarity) {}

  private record Fallen(CategoryPair category, CanonicalForm form, BigFraction fall) {}

  /** Those that fell most first. */
  private final List<Fallen> fallen;

  private final CohortPair cohorts;

  Precursors(CohortPair cohorts) {
    this.cohorts = cohorts;
    this.fallen =
        cohorts.known().stream()
            .flatMap(
                pair ->
                    pair.form().stream()
                        .map(form -> new Fallen(pair, form, cohorts.rise(pair).negate())))
            .filter(category -> category.fall().compareTo(BigFraction.ZERO) > 0)
            .sorted(
                Comparator.comparing(Fallen::fall)
                    .reversed()
                    .thenComparing(category -> category.category().flow()))
            .toList();
  }

  /**
   * Those of a category that rose, at most {@link Explainer#MAX_PRECURSORS}: of more, those that
   * fell most.
   */
  List<Candidate> of(CategoryPair mutation) {
    return mutation.form().map(form -> of(form, cohorts.rise(mutation))).orElse(List.of());
  }

  private List<Candidate> of(CanonicalForm form, BigFraction rise) {
    List<Fallen> sameRoot =
        fallen.stream().filter(category -> category.form().root().equals(form.root())).toList();
    List<Fallen> enough =
        sameRoot.stream().filter(category -> category.fall().compareTo(rise) >= 0).toList();
    return (enough.isEmpty() ? sameRoot : enough)
        .stream()
            .limit(Explainer.MAX_PRECURSORS)
            .map(
                category ->
                    new Candidate(
                        category.category(),
                        category.form(),
                        1 - EditDistance.normalised(category.form(), form)))
            .sorted(Comparator.comparingDouble(Candidate::similarity).reversed())
            .toList();
  }
}
