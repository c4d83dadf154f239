/** The comparison of two cohorts on demand: what changed, and why (semantics 8). */
@NullMarked
package io.tracemill.analysis.comparison;

import org.jspecify.annotations.NullMarked;
