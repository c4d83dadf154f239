/**
 * From the fragments of a trace to its tree.
 *
 * <p>{@link io.tracemill.analysis.trace.AssemblyClock} computes when a trace closes. {@link
 * io.tracemill.analysis.trace.SpanTable} holds the spans of its fragments. {@link
 * io.tracemill.analysis.trace.TraceTree} orders them even if some are duplicated, missing or
 * contradictory. {@link io.tracemill.analysis.trace.SkewCorrection} aligns the clocks of its hosts.
 */
@NullMarked
package io.tracemill.analysis.trace;

import org.jspecify.annotations.NullMarked;
