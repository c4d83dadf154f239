/**
 * The whole job from Kafka to Kafka at full speed, beside the bare ceiling in the same run.
 *
 * <p>Three processes, so that nobody's heap and warm-up are another's: the broker, the job that is
 * measured ({@link io.tracemill.bench.endtoend.MeasuredJob}), and {@link
 * io.tracemill.bench.endtoend.EndToEnd}, which starts them one after the other, fills the topic
 * first and reads the accounts in the end.
 */
@NullMarked
package io.tracemill.bench.endtoend;

import org.jspecify.annotations.NullMarked;
