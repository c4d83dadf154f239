/**
 * The normal figures of every place, call and error: sums by pane, and the baselines made from them
 * (semantics 8.3).
 */
@NullMarked
package io.tracemill.analysis.baseline;

import org.jspecify.annotations.NullMarked;
