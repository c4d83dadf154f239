/**
 * Records from Kafka, the time each partition believes in, and the watermarks made of it.
 *
 * <p>Each partition has a {@link io.tracemill.pipeline.source.kafka.PartitionClock}, which does not
 * follow a lone record into the future. Watermarks are kept per partition; one that is silent does
 * not hold back the others, and when all are read to their end and silent, {@link
 * io.tracemill.pipeline.source.kafka.IdleFlush} lets time go on so that the last traces close.
 */
@NullMarked
package io.tracemill.pipeline.source.kafka;

import org.jspecify.annotations.NullMarked;
