/**
 * One timed operation and the compact bytes it travels in.
 *
 * <p>A <em>fragment</em> holds all spans of one trace that came in one record, as bytes that can be
 * appended to one another. {@link io.tracemill.analysis.span.FragmentBuilder} makes fragments from
 * decoded spans. {@link io.tracemill.analysis.span.FragmentCursor} reads them when the trace
 * closes. Nothing reads them in between.
 */
@NullMarked
package io.tracemill.analysis.span;

import org.jspecify.annotations.NullMarked;
