/**
 * What is normal of every place, call and error: sums by pane, and the baseline that they become
 * (semantics 8.3).
 */
@NullMarked
package io.tracemill.analysis.baseline;

import org.jspecify.annotations.NullMarked;
