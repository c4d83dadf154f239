/** Merges requests into small deltas per endpoint and pane before the shuffle by endpoint. */
@NullMarked
package io.tracemill.pipeline.aggregate;

import org.jspecify.annotations.NullMarked;
