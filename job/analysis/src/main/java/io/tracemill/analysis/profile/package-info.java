/**
 * The sums of one endpoint's requests: mergeable accumulators, sketches, a bounded sample, and the
 * rolling profile made from them (CRISP sections 5.3 and 6.1).
 */
@NullMarked
package io.tracemill.analysis.profile;

import org.jspecify.annotations.NullMarked;
