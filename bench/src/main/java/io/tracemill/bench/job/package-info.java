/**
 * Benchmarks of the whole job from Kafka to Kafka. They run it at full speed ({@link
 * io.tracemill.bench.job.EndToEnd}), and for minutes with hostile traffic ({@link
 * io.tracemill.bench.job.Soak}).
 *
 * <p>There are three processes, so that each has its own heap and warm-up: the broker, the measured
 * job ({@link io.tracemill.bench.job.MeasuredJob}), and the benchmark. The benchmark starts the
 * other two, sends the traffic, takes the samples, and reads the accounts at the end.
 */
@NullMarked
package io.tracemill.bench.job;

import org.jspecify.annotations.NullMarked;
