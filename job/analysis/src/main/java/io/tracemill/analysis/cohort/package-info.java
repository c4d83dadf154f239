/**
 * Two sets of an endpoint's requests that are to be compared, wherever they come from: the latest
 * window and what was normal before it, two ranges of time, or two values of an attribute.
 */
@NullMarked
package io.tracemill.analysis.cohort;

import org.jspecify.annotations.NullMarked;
