/**
 * How far the results can be trusted: what was received, used, refused and why (the accounts of
 * semantics 3), for the whole job and for each service, endpoint, and pair of hosts or services.
 *
 * <p>A {@link io.tracemill.analysis.quality.QualityScope} says what is counted, a {@link
 * io.tracemill.analysis.quality.Measure} which things of it, {@link
 * io.tracemill.analysis.quality.QualityCounts} how many.
 */
@NullMarked
package io.tracemill.analysis.quality;

import org.jspecify.annotations.NullMarked;
