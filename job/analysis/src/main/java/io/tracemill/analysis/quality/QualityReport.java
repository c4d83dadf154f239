package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The counts of one scope.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param counts for the job: all counts from the start of its state to the window's end; for
 *     others: those in the window
 * @param watch for an endpoint: whether silence about it meant health at the end of the latest pane
 */
public record QualityReport(
    QualityScope scope,
    long startMillis,
    long endMillis,
    QualityCounts counts,
    Optional<Watch> watch) {

  /** A report without a watch. */
  public QualityReport(QualityScope scope, long startMillis, long endMillis, QualityCounts counts) {
    this(scope, startMillis, endMillis, counts, Optional.empty());
  }

  /** Copies {@code counts}, which must have only measures of the scope's kind. */
  public QualityReport {
    requireNonNull(scope, "scope");
    counts = counts.copy();
    for (Measure measure : Measure.values()) {
      if (!measure.isOf(scope.kind()) && counts.get(measure) != 0) {
        throw new IllegalArgumentException(measure + " is not counted of " + scope);
      }
    }
  }
}
