/**
 * The whole job from Kafka to Kafka: at full speed ({@link io.tracemill.bench.job.EndToEnd}), as
 * work grows ({@link io.tracemill.bench.job.Growth}), and for minutes beside hostile traffic
 * ({@link io.tracemill.bench.job.Soak}).
 *
 * <p>Three processes, so that each has its own heap and warm-up: the broker, the job that is
 * measured ({@link io.tracemill.bench.job.MeasuredJob}), and the benchmark, which starts the other
 * two, sends the traffic, takes the samples and reads the accounts in the end.
 */
@NullMarked
package io.tracemill.bench.job;

import org.jspecify.annotations.NullMarked;
