package io.tracemill.cli.sample;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;

/** From when to when each partition was sampled. */
final class SampledTime {
  private final Map<TopicPartition, Long> firstMillis = new HashMap<>();
  private final Map<TopicPartition, Long> lastMillis = new HashMap<>();

  void add(TopicPartition partition, long millis) {
    firstMillis.merge(partition, millis, Math::min);
    lastMillis.merge(partition, millis, Math::max);
  }

  /**
   * What the partitions have in common. One that was read from its beginning, or to its end, has
   * nothing more to say about the time beyond.
   */
  Stretch stretch(PartsRead read, long nowMillis) {
    LongStream starts = of(firstMillis, read.older());
    LongStream ends = of(lastMillis, read.newer());
    long from = starts.max().orElseGet(() -> all(firstMillis).min().orElse(0));
    long newest = all(lastMillis).max().orElse(0);
    long to = ends.min().orElse(newest);
    long seenUntil = read.newer().isEmpty() ? nowMillis : to;
    return new Stretch(from, to, seenUntil, !read.older().isEmpty());
  }

  private static LongStream all(Map<TopicPartition, Long> times) {
    return times.values().stream().mapToLong(Long::longValue);
  }

  private static LongStream of(
      Map<TopicPartition, Long> times, Collection<TopicPartition> partitions) {
    return times.entrySet().stream()
        .filter(entry -> partitions.contains(entry.getKey()))
        .mapToLong(Map.Entry::getValue);
  }
}
