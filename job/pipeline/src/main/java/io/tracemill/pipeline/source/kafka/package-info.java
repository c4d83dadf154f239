/**
 * Records from Kafka, the event time of each partition, and the watermarks made from it.
 *
 * <p>Each partition has a {@link io.tracemill.pipeline.source.kafka.PartitionClock}, which does not
 * follow a lone record into the future. Watermarks are kept per partition; a silent partition does
 * not hold back the others. When all partitions are read to their end and silent, {@link
 * io.tracemill.pipeline.source.kafka.IdleFlush} advances the watermark so that the last traces
 * close.
 */
@NullMarked
package io.tracemill.pipeline.source.kafka;

import org.jspecify.annotations.NullMarked;
