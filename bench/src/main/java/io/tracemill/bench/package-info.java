/**
 * JMH benchmarks, named by what they measure. They decode and analyse in one thread, on the traffic
 * of {@link io.tracemill.bench.workload}.
 *
 * <p>{@link io.tracemill.bench.job} measures the whole job, and {@link JudgeLoad} the detector at
 * its limits.
 */
@NullMarked
package io.tracemill.bench;

import org.jspecify.annotations.NullMarked;
