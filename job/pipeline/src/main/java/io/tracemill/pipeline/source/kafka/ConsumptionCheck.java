package io.tracemill.pipeline.source.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Checks whether a job has read all existing records. Throws Kafka's exceptions when the broker
 * does not answer within {@link #TIMEOUT}.
 */
final class ConsumptionCheck {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 10;

  private final Consumer<byte[], byte[]> consumer;
  private final TopicSelection topics;
  private final boolean followCommits;

  ConsumptionCheck(
      Consumer<byte[], byte[]> consumer, TopicSelection topics, boolean followCommits) {
    this.consumer = consumer;
    this.topics = topics;
    this.followCommits = followCommits;
  }

  /**
   * Whether no partition holds a record the job has not read.
   *
   * @param next the next offset to read, for partitions where it is known. For others the committed
   *     offset counts; without one the answer is no
   */
  boolean allConsumed(Map<TopicPartition, Long> next) {
    Map<TopicPartition, Long> positions = new HashMap<>(next);
    if (followCommits || next.isEmpty()) {
      committedElsewhere(next.keySet()).forEach(positions::put);
    }
    if (positions.isEmpty()) {
      return false;
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(positions.keySet(), TIMEOUT);
    positions.entrySet().removeIf(position -> position.getValue() >= end(ends, position.getKey()));
    return positions.isEmpty() || holdNoRecords(positions, ends);
  }

  private Map<TopicPartition, Long> committedElsewhere(Set<TopicPartition> known) {
    Set<TopicPartition> others = new HashSet<>(partitions());
    others.removeAll(known);
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> commits = consumer.committed(others, TIMEOUT);
    others.forEach(
        partition ->
            Optional.ofNullable(commits.get(partition))
                .ifPresent(commit -> offsets.put(partition, commit.offset())));
    return offsets;
  }

  private List<TopicPartition> partitions() {
    return topics
        .pattern()
        .map(this::matching)
        .orElseGet(() -> topics.topics().stream().map(topic -> partitionsOf(topic)))
        .flatMap(Collection::stream)
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  private Stream<List<PartitionInfo>> matching(Pattern pattern) {
    return consumer.listTopics(TIMEOUT).entrySet().stream()
        .filter(topic -> pattern.matcher(topic.getKey()).matches())
        .map(Map.Entry::getValue);
  }

  private List<PartitionInfo> partitionsOf(String topic) {
    return Optional.ofNullable(consumer.partitionsFor(topic, TIMEOUT)).orElse(List.of());
  }

  /**
   * Whether there are no records between these positions and the ends. Transaction markers and
   * deleted records also take offsets.
   */
  private boolean holdNoRecords(
      Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
    consumer.assign(positions.keySet());
    positions.forEach(consumer::seek);
    for (int i = 0; i < POLLS; i++) {
      if (!consumer.poll(POLL).isEmpty()) {
        return false;
      }
      if (positions.keySet().stream()
          .allMatch(partition -> consumer.position(partition, TIMEOUT) >= end(ends, partition))) {
        return true;
      }
    }
    return false;
  }

  private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
    return Optional.ofNullable(ends.get(partition)).orElse(Long.MAX_VALUE);
  }
}
