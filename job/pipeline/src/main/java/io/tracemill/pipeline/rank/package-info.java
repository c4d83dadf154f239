/** Sums over all endpoints by window, and the frames that cost most in each. */
@NullMarked
package io.tracemill.pipeline.rank;

import org.jspecify.annotations.NullMarked;
