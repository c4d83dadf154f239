package io.tracemill.pipeline.source.kafka;

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
 * Lets the watermark of one subtask go on when there is nothing more to read (semantics 2).
 *
 * <pre>
 *   last record            ask, all read            ask, all read
 *   |------- after --------|---- step ----|---- step ----|
 *   watermark w            w + after       w + after + step ...
 * </pre>
 *
 * <p>Time is the subtask's input activity clock, which stands still under backpressure. When no
 * partition had a record for {@code after}, the broker is asked whether everything is read. Only
 * then the watermark goes on from the furthest partition, by the time that had passed when the
 * question was put. Where the answer is no, or there is none, the wait begins anew and what had
 * passed counts for nothing: when a broker comes back, records from the outage have their chance to
 * arrive.
 *
 * <p>A subtask that has read nothing since it started does not know what time it is. It goes on
 * from the least time there is, which no record can have; who knows a restored time goes on from
 * that ({@link io.tracemill.pipeline.RestoredWatermark}).
 */
final class IdleFlush {
  private static final long MIN_STEP_MILLIS = 1000;

  private final RelativeClock clock;
  private final long afterMillis;
  private final EndOffsets endOffsets;
  private final List<Progress> partitions = new ArrayList<>();

  private long records;
  private long recordsWhenSilenceBegan;
  private long silentSinceMillis;

  /** Where the silence began in event time. */
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

  private record Question(long askedMillis, CompletableFuture<Boolean> answer) {}

  /** How far one partition of the subtask is read. */
  final class Progress {
    private final TopicPartition partition;
    private long nextOffset;
    private long watermarkMillis;

    private Progress(TopicPartition partition) {
      this.partition = partition;
    }

    /** The record at this offset was read, and the partition's watermark is now this. */
    void read(long offset, long watermarkMillis) {
      nextOffset = offset + 1;
      this.watermarkMillis = watermarkMillis;
      records++;
    }
  }

  /** A partition that has its first record. */
  Progress join(TopicPartition partition) {
    Progress progress = new Progress(partition);
    partitions.add(progress);
    return progress;
  }

  /**
   * The watermark to go on to, if it is time to; called again and again, more often than needed.
   */
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
    baseMillis = flushedMillis;
    for (Progress progress : partitions) {
      baseMillis = Math.max(baseMillis, progress.watermarkMillis);
    }
  }

  private Map<TopicPartition, Long> nextOffsets() {
    Map<TopicPartition, Long> next = new HashMap<>();
    for (Progress progress : partitions) {
      next.put(progress.partition, progress.nextOffset);
    }
    return next;
  }
}
