/** Splits requests into the two cohorts of an on-demand comparison. */
@NullMarked
package io.tracemill.pipeline.cohort;

import org.jspecify.annotations.NullMarked;
