/**
 * What many requests of one endpoint add up to: mergeable accumulators, sketches, a bounded sample,
 * and the rolling profile that is read off them (CRISP sections 5.3 and 6.1).
 */
@NullMarked
package io.tracemill.analysis.profile;

import org.jspecify.annotations.NullMarked;
