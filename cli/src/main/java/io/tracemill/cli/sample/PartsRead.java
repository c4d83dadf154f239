package io.tracemill.cli.sample;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Which parts of the sampled partitions were read.
 *
 * @param older partitions that hold, or held, records from before the sample
 * @param newer partitions that hold records from after it, since time or room was up
 */
public record PartsRead(Set<TopicPartition> older, Set<TopicPartition> newer) {
  public PartsRead {
    older = Set.copyOf(older);
    newer = Set.copyOf(newer);
  }
}
