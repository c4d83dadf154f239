/** Whole requests are kept: a bounded sample of each pane, or all of a bounded job. */
@NullMarked
package io.tracemill.pipeline.keep;

import org.jspecify.annotations.NullMarked;
