package io.tracemill.cli.check;

import io.tracemill.pipeline.config.StartPosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The brokers' facts about an input topic.
 *
 * @param retention how long it keeps records; empty if forever or unknown
 * @param stampedByBroker whether the broker sets the timestamps; false if unknown
 */
record TopicFacts(
    String topic, List<Range> partitions, Optional<Duration> retention, boolean stampedByBroker) {

  /**
   * The offsets of a partition.
   *
   * @param begin offset of the oldest record
   * @param end offset of the next record
   * @param committed offset that the consumer group has committed, if any
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

    /**
     * The number of records, at most: transactions and compaction leave offsets without a record.
     */
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

  /** Records between the committed offset and the end; empty if the group has committed nothing. */
  Optional<Long> behind() {
    return partitions.stream()
        .flatMap(range -> range.committed().map(from -> Math.max(0, range.end() - from)).stream())
        .reduce(Long::sum);
  }

  long emptyPartitions() {
    return partitions.stream().filter(partition -> partition.records() == 0).count();
  }
}
