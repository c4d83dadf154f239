/**
 * From the fragments of a trace to its tree.
 *
 * <p>{@link io.tracemill.analysis.trace.AssemblyClock} says when a trace closes, {@link
 * io.tracemill.analysis.trace.SpanTable} holds what its fragments say, {@link
 * io.tracemill.analysis.trace.TraceTree} puts it in order whatever is duplicated, missing or
 * contradictory, and {@link io.tracemill.analysis.trace.SkewCorrection} makes the clocks of its
 * hosts agree.
 */
@NullMarked
package io.tracemill.analysis.trace;

import org.jspecify.annotations.NullMarked;
