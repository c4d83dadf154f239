/**
 * The accounts of semantics 3, which show how far to trust the results. They count what was
 * received, used, and refused with its reason. They cover the whole job and each service, endpoint,
 * and pair of hosts or services.
 *
 * <p>{@link io.tracemill.analysis.quality.QualityCounts} has the count of each {@link
 * io.tracemill.analysis.quality.Measure} in a {@link io.tracemill.analysis.quality.QualityScope}.
 */
@NullMarked
package io.tracemill.analysis.quality;

import org.jspecify.annotations.NullMarked;
