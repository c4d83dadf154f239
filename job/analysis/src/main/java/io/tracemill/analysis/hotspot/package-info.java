/** The frames that cost most over all endpoints, from the sums of a window (CRISP section 6.2). */
@NullMarked
package io.tracemill.analysis.hotspot;

import org.jspecify.annotations.NullMarked;
