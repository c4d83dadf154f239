/** The two cohorts that {@code compare} compares: ranges of time, or values of an attribute. */
@NullMarked
package io.tracemill.analysis.cohort;

import org.jspecify.annotations.NullMarked;
