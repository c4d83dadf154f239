/** Requests are put into the two cohorts that are compared on demand. */
@NullMarked
package io.tracemill.pipeline.cohort;

import org.jspecify.annotations.NullMarked;
