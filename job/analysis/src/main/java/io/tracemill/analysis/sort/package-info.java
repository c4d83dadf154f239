/**
 * Sorting without boxing. Spans are rows of flat columns, so what is sorted is an array of row
 * numbers, compared by what the rows hold.
 */
@NullMarked
package io.tracemill.analysis.sort;

import org.jspecify.annotations.NullMarked;
