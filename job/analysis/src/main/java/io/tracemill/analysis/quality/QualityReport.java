package io.tracemill.analysis.quality;

import static io.tracemill.analysis.quality.Measure.RECORDS_DEAD_LETTERED;
import static io.tracemill.analysis.quality.Measure.RECORDS_DECODED;
import static io.tracemill.analysis.quality.Measure.RECORDS_RECEIVED;
import static io.tracemill.analysis.quality.Measure.SPANS_CAPPED;
import static io.tracemill.analysis.quality.Measure.SPANS_CLASH;
import static io.tracemill.analysis.quality.Measure.SPANS_DECODED;
import static io.tracemill.analysis.quality.Measure.SPANS_DUPLICATE;
import static io.tracemill.analysis.quality.Measure.SPANS_LATE;
import static io.tracemill.analysis.quality.Measure.SPANS_OPEN;
import static io.tracemill.analysis.quality.Measure.SPANS_USED;
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

  /** Whether the job's account of records balances: received = decoded + dead-lettered. */
  public boolean recordsAddUp() {
    return counts.get(RECORDS_RECEIVED)
        == counts.get(RECORDS_DECODED) + counts.get(RECORDS_DEAD_LETTERED);
  }

  /**
   * Whether the job's account of spans balances: decoded = used + late + duplicate + clash + capped
   * + rejected + open.
   */
  public boolean spansAddUp() {
    return counts.get(SPANS_DECODED)
        == counts.get(SPANS_USED)
            + counts.get(SPANS_LATE)
            + counts.get(SPANS_DUPLICATE)
            + counts.get(SPANS_CLASH)
            + counts.get(SPANS_CAPPED)
            + counts.rejected()
            + counts.get(SPANS_OPEN);
  }
}
