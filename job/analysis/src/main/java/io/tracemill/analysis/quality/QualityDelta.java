package io.tracemill.analysis.quality;

import java.util.Optional;

/**
 * The counts of one scope in one pane, or a part of them.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param counts not to be changed any more
 * @param watch whether silence about the endpoint means health, if known
 */
public record QualityDelta(
    long paneMillis, QualityScope scope, QualityCounts counts, Optional<Watch> watch) {
  /** A delta without a watch. */
  public QualityDelta(long paneMillis, QualityScope scope, QualityCounts counts) {
    this(paneMillis, scope, counts, Optional.empty());
  }

  /**
   * The sum of two deltas of the same pane and scope, with the watch of {@code later} if it has
   * one.
   */
  public QualityDelta plus(QualityDelta later) {
    QualityCounts sum = counts.copy();
    sum.merge(later.counts);
    return new QualityDelta(paneMillis, scope, sum, later.watch.or(() -> watch));
  }
}
