/**
 * {@code keep}: copies the spans of the traces that the job chose to another topic. It reads the
 * input a delay after the decisions, so it knows all about a trace when it comes to its spans.
 */
@NullMarked
package io.tracemill.cli.keep;

import org.jspecify.annotations.NullMarked;
