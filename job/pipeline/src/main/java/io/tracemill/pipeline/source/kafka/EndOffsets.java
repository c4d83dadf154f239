package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** Asks the broker whether the job has read everything there is. */
@FunctionalInterface
public interface EndOffsets extends Serializable {
  /**
   * Whether all partitions of the job are consumed to their end at a moment after this call.
   *
   * <p>Returns at once; the answer comes from another thread, and fails if the broker does not
   * answer.
   *
   * @param next what the asking subtask reads next in each partition that it has read anything of
   */
  CompletableFuture<Boolean> reached(Map<TopicPartition, Long> next);
}
