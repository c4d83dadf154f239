/**
 * One timed operation and the compact bytes it travels in.
 *
 * <p>A <em>fragment</em> holds all spans of one trace that came in one record, as bytes that can be
 * appended to one another. {@link io.tracemill.analysis.span.FragmentBuilder} makes them from what
 * a decoder finds, {@link io.tracemill.analysis.span.FragmentCursor} reads them back when the trace
 * closes; in between nothing looks inside.
 */
@NullMarked
package io.tracemill.analysis.span;

import org.jspecify.annotations.NullMarked;
