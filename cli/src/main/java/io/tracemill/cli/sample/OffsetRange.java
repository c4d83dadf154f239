package io.tracemill.cli.sample;

import org.apache.kafka.common.TopicPartition;

/**
 * The records that a partition holds.
 *
 * @param begin offset of the oldest
 * @param end offset that the next one gets
 */
public record OffsetRange(TopicPartition partition, long begin, long end) {
  /** How many there are, or more: transactions and compaction leave offsets without a record. */
  public long records() {
    return end - begin;
  }
}
