/** What endpoints add up to, window by window, and which frames cost most there. */
@NullMarked
package io.tracemill.pipeline.rank;

import org.jspecify.annotations.NullMarked;
