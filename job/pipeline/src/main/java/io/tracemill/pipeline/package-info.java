/**
 * The Flink job. Operators do keying, timers, state and emission; the algorithms are in {@code
 * io.tracemill.analysis}. Start reading at {@link io.tracemill.pipeline.topology.Topology}.
 */
@NullMarked
package io.tracemill.pipeline;

import org.jspecify.annotations.NullMarked;
