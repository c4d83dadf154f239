/** Distributions of a window's requests over all endpoints (CRISP section 7.2). */
@NullMarked
package io.tracemill.analysis.systemic;

import org.jspecify.annotations.NullMarked;
