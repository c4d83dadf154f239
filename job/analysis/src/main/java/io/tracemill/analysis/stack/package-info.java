/**
 * Stack samples of the processes of a host, and the moments in which its spans were running
 * themselves (LongTale sections 4.3.1 and 4.3.2).
 *
 * <p>{@link io.tracemill.analysis.stack.StackSample} is what a profiler sent. {@link
 * io.tracemill.analysis.stack.StackSamples} sorts samples by host and time and adds virtual ones.
 * {@link io.tracemill.analysis.stack.SelfSegments} are a span without what it waited for.
 */
@NullMarked
package io.tracemill.analysis.stack;

import org.jspecify.annotations.NullMarked;
