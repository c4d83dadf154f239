package io.tracemill.analysis.mutation;

/**
 * A category whose requests may have become those of a structural mutation.
 *
 * @param distance how unlike the mutation it is, from 0 to 1
 */
public record Precursor(CategoryChange category, double distance) {
  /** How like the mutation it is, from 0 to 1. */
  public double similarity() {
    return 1 - distance;
  }
}
