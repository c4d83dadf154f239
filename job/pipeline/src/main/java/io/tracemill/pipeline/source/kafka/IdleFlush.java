package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.kafka.common.TopicPartition;

/**
 * Advances the watermark of one subtask when there is nothing more to read (semantics 2).
 *
 * <pre>
 *   last record            ask, all read            ask, all read
 *   |------- after --------|---- step ----|---- step ----|
 *   watermark w            w + after       w + after + step ...
 * </pre>
 *
 * <p>Time is the subtask's input activity clock, which stands still under backpressure. When no
 * partition had a record for {@code after}, it asks the broker whether everything is read. If so,
 * the watermark advances from the furthest partition by the time that had passed at the question.
 * If not, or without an answer, the wait starts again from zero. So records from an outage can
 * arrive when a broker comes back.
 *
 * <p>A subtask that has read nothing since its start does not know the event time. It advances from
 * the lowest possible time, which no record can have. Operators that know a restored time advance
 * from that ({@link io.tracemill.pipeline.RestoredWatermark}).
 */
final class IdleFlush {
  private static final long MIN_STEP_MILLIS = 1000;

  private final RelativeClock clock;
  private final long afterMillis;
  private final EndOffsets endOffsets;
  private final List<PartitionWatermarks.Partition> partitions = new ArrayList<>();

  private long records;
  private long recordsWhenSilenceBegan;
  private long silentSinceMillis;

  /** The event time at which the silence began. */
  private long baseMillis = Long.MIN_VALUE;

  private long flushedMillis = Long.MIN_VALUE;
  private long nextQuestionMillis;
  private Optional<Question> question = Optional.empty();

  IdleFlush(RelativeClock clock, long afterMillis, EndOffsets endOffsets) {
    this.clock = clock;
    this.afterMillis = afterMillis;
    this.endOffsets = endOffsets;
    beginSilence(clock.relativeTimeMillis());
  }

  /** Asks the broker whether the job has read all existing records. */
  @FunctionalInterface
  interface EndOffsets extends Serializable {
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

  private record Question(long askedMillis, CompletableFuture<Boolean> answer) {}

  /** Adds a partition that has its first record. */
  void join(PartitionWatermarks.Partition partition) {
    partitions.add(partition);
  }

  /** Reports that a record of any partition was read. */
  void read() {
    records++;
  }

  /** The watermark to advance to, if it is time; called repeatedly, more often than necessary. */
  OptionalLong advance() {
    long now = clock.relativeTimeMillis();
    if (records > recordsWhenSilenceBegan) {
      beginSilence(now);
    }
    if (now < nextQuestionMillis) {
      return OptionalLong.empty();
    }
    if (question.isEmpty()) {
      question = Optional.of(new Question(now, endOffsets.reached(nextOffsets())));
    }
    return question.filter(asked -> asked.answer().isDone()).isPresent()
        ? conclude(question.orElseThrow(), now)
        : OptionalLong.empty();
  }

  private OptionalLong conclude(Question asked, long now) {
    if (!isYes(asked.answer())) {
      beginSilence(now);
      return OptionalLong.empty();
    }
    question = Optional.empty();
    nextQuestionMillis = asked.askedMillis() + Math.max(MIN_STEP_MILLIS, afterMillis / 6);
    flushedMillis = baseMillis + (asked.askedMillis() - silentSinceMillis);
    return OptionalLong.of(flushedMillis);
  }

  private static boolean isYes(CompletableFuture<Boolean> answer) {
    return !answer.isCompletedExceptionally() && answer.join();
  }

  private void beginSilence(long now) {
    recordsWhenSilenceBegan = records;
    silentSinceMillis = now;
    nextQuestionMillis = now + afterMillis;
    question = Optional.empty();
    baseMillis = Math.max(flushedMillis, reachedMillis());
  }

  /**
   * The latest time of the partitions with two records or more; without one, the earliest time of
   * all.
   */
  private long reachedMillis() {
    OptionalLong furthest =
        partitions.stream()
            .filter(PartitionWatermarks.Partition::isSettled)
            .mapToLong(PartitionWatermarks.Partition::reachedMillis)
            .max();
    OptionalLong least =
        partitions.stream().mapToLong(PartitionWatermarks.Partition::reachedMillis).min();
    return furthest.orElse(least.orElse(Long.MIN_VALUE));
  }

  private Map<TopicPartition, Long> nextOffsets() {
    Map<TopicPartition, Long> next = new HashMap<>();
    partitions.forEach(partition -> partition.progress(next));
    return next;
  }
}
