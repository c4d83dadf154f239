/**
 * {@code keep}: copies the spans of the traces that the job chose to another topic.
 *
 * <p>{@link io.tracemill.cli.keep.Keeper} reads the decisions of the job and, a fixed delay later,
 * the input. So it knows all about a trace when it comes to its spans, and buffers no span.
 *
 * <pre>
 * keep topic  ----------------------------|         the newest decision
 * input       ------------|                         position: all traces here are decided
 * wanted ids  ------------------------------|       from a delay back, for late spans
 * </pre>
 */
@NullMarked
package io.tracemill.cli.keep;

import org.jspecify.annotations.NullMarked;
