package io.tracemill.analysis.quality;

import java.util.Optional;

/**
 * What was counted in one scope during one pane, or a part of it.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param counts not to be changed any more
 * @param watch how far silence about an endpoint means health, where that was asked
 */
public record QualityDelta(
    long paneMillis, QualityScope scope, QualityCounts counts, Optional<Watch> watch) {
  /** One that says nothing of health. */
  public QualityDelta(long paneMillis, QualityScope scope, QualityCounts counts) {
    this(paneMillis, scope, counts, Optional.empty());
  }

  /** Both, of the same pane and scope: the watch of {@code later}, if it has one. */
  public QualityDelta plus(QualityDelta later) {
    QualityCounts sum = counts.copy();
    sum.merge(later.counts);
    return new QualityDelta(paneMillis, scope, sum, later.watch.or(() -> watch));
  }
}
