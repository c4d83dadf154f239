package io.tracemill.analysis.quality;

/**
 * What was counted in one scope during one pane, or a part of it.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param counts not to be changed any more
 */
public record QualityDelta(long paneMillis, QualityScope scope, QualityCounts counts) {}
