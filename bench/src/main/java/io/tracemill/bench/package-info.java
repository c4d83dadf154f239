/**
 * Benchmarks by JMH, named by what they measure: decoding, analysing and aggregating in one thread,
 * on the traffic of {@link io.tracemill.bench.workload}.
 *
 * <p>The whole job is measured by {@link io.tracemill.bench.job}, the detector at its limits by
 * {@link JudgeLoad}.
 */
@NullMarked
package io.tracemill.bench;

import org.jspecify.annotations.NullMarked;
