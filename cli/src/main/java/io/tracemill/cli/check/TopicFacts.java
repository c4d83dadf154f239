package io.tracemill.cli.check;

import io.tracemill.cli.sample.OffsetRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the brokers know of an input topic.
 *
 * @param partitions what each holds
 * @param behind records between what the consumer group has committed and the end; empty where it
 *     has committed nothing
 * @param retention for how long records are kept; empty where that is for ever or not to be known
 */
record TopicFacts(
    String topic,
    List<OffsetRange> partitions,
    Optional<Long> behind,
    Optional<Duration> retention) {
  TopicFacts {
    partitions = List.copyOf(partitions);
  }

  long records() {
    return partitions.stream().mapToLong(OffsetRange::records).sum();
  }

  long emptyPartitions() {
    return partitions.stream().filter(partition -> partition.records() == 0).count();
  }
}
