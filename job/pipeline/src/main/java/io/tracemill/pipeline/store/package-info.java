/** Writes the store: sampled requests, their categories, and the sums of panes. */
@NullMarked
package io.tracemill.pipeline.store;

import org.jspecify.annotations.NullMarked;
