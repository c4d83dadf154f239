package io.tracemill.cli.check;

import io.tracemill.pipeline.config.StartPosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What the brokers know of an input topic.
 *
 * @param retention for how long records are kept; empty where that is for ever or not to be known
 * @param stampedByBroker whether timestamps are the broker's, as far as is known
 */
record TopicFacts(
    String topic, List<Range> partitions, Optional<Duration> retention, boolean stampedByBroker) {

  /**
   * What a partition holds.
   *
   * @param begin offset of the oldest record
   * @param end offset that the next one gets
   * @param committed what the consumer group has committed, if it has
   */
  record Range(TopicPartition partition, long begin, long end, Optional<Long> committed) {
    /** The start position of a run without a checkpoint. */
    long begin(StartPosition.Named start, boolean untilNow) {
      return switch (start) {
        case EARLIEST -> begin;
        case LATEST -> end;
        case COMMITTED -> Math.max(begin, committed.orElse(untilNow ? begin : end));
      };
    }

    /** How many there are, or more: transactions and compaction leave offsets without a record. */
    long records() {
      return end - begin;
    }
  }

  TopicFacts {
    partitions = List.copyOf(partitions);
  }

  long records() {
    return partitions.stream().mapToLong(Range::records).sum();
  }

  /** Records between what the group has committed and the end; empty if that is nothing. */
  Optional<Long> behind() {
    return partitions.stream()
        .flatMap(range -> range.committed().map(from -> Math.max(0, range.end() - from)).stream())
        .reduce(Long::sum);
  }

  long emptyPartitions() {
    return partitions.stream().filter(partition -> partition.records() == 0).count();
  }
}
