package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** Asks the broker whether the job has read all existing records. */
@FunctionalInterface
public interface EndOffsets extends Serializable {
  /**
   * Whether all partitions of the job are consumed to their end at a moment after this call.
   *
   * <p>Returns at once. The answer comes from another thread, and fails if the broker does not
   * answer.
   *
   * @param next the next offset of the calling subtask in each partition of which it has read a
   *     record
   */
  CompletableFuture<Boolean> reached(Map<TopicPartition, Long> next);
}
