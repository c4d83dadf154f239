/**
 * Which categories of requests grew at the cost of which others, what that did to response times,
 * and where the flows of two categories part (semantics 8; Spectroscope sections 5.3 and 5.4).
 */
@NullMarked
package io.tracemill.analysis.mutation;

import org.jspecify.annotations.NullMarked;
