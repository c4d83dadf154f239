package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What was counted of one scope.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param counts of the job: all since its state began, as of the end; of others: within the window
 * @param watch of an endpoint: how far silence about it meant health at the end of the latest pane
 */
public record QualityReport(
    QualityScope scope,
    long startMillis,
    long endMillis,
    QualityCounts counts,
    Optional<Watch> watch) {

  /** One that says nothing of health. */
  public QualityReport(QualityScope scope, long startMillis, long endMillis, QualityCounts counts) {
    this(scope, startMillis, endMillis, counts, Optional.empty());
  }

  /** Copies {@code counts}; they must be of measures of the scope's kind. */
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
