/** Mergeable summaries of durations. */
@NullMarked
package io.tracemill.analysis.sketch;

import org.jspecify.annotations.NullMarked;
