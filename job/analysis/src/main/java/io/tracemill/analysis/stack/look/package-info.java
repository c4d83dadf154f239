/**
 * Which stacks explain that a span is slow on its host (LongTale sections 4.3.3 to 4.3.7).
 *
 * <p>A look compares slow spans with fast ones. {@link io.tracemill.analysis.stack.look.BesidePath}
 * looks at the processes and threads that had the host's CPUs meanwhile, from {@link
 * io.tracemill.analysis.stack.look.CellRows}. {@link io.tracemill.analysis.stack.look.OnPath} looks
 * at the functions and waits of the spans themselves. {@link
 * io.tracemill.analysis.stack.look.LookTest} decides what is a culprit, {@link
 * io.tracemill.analysis.stack.look.StackExplainer} asks all looks.
 *
 * <p>Where it differs from the paper: a span's time is its self time; a culprit needs a difference
 * of two points that chance does not make, since the paper's bound of 99 % names nothing in sparse
 * models.
 */
@NullMarked
package io.tracemill.analysis.stack.look;

import org.jspecify.annotations.NullMarked;
