package io.tracemill.cli.check;

import static java.util.stream.Collectors.toMap;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;

/** Reads facts from the brokers and changes nothing. */
final class KafkaFacts implements AutoCloseable {
  private static final long SHORTEST_SAMPLE_MILLIS = 10_000;
  private static final long LONGEST_SAMPLE_MILLIS = Duration.ofDays(365).toMillis();

  private final Admin admin;
  private final String group;

  /**
   * The offsets of a partition. Transactions and compaction leave offsets without a record.
   *
   * @param begin offset of the oldest record
   * @param end offset of the next record
   * @param committed offset that the consumer group has committed, if any
   */
  record Range(TopicPartition partition, long begin, long end, Optional<Long> committed) {
    /** The number of records, at most. */
    long records() {
      return end - begin;
    }

    /** The start position of a run without a checkpoint. */
    long begin(StartPosition.Named start, boolean untilNow) {
      return switch (start) {
        case EARLIEST -> begin;
        case LATEST -> end;
        case COMMITTED -> Math.max(begin, committed.orElse(untilNow ? begin : end));
      };
    }
  }

  /**
   * What a topic does with its records.
   *
   * @param retention how long it keeps them; empty if forever or unknown
   * @param stampedByBroker whether the broker sets the timestamps; false if unknown
   */
  record Settings(Optional<Duration> retention, boolean stampedByBroker) {}

  KafkaFacts(TracemillConfig config) {
    admin = new KafkaClients(config).admin();
    group = config.get(Keys.KAFKA_GROUP_ID);
  }

  /** The number of brokers. */
  int brokers() throws ExecutionException, InterruptedException {
    return admin.describeCluster().nodes().get().size();
  }

  /** The partitions of a topic. */
  List<Range> partitions(String topic) throws ExecutionException, InterruptedException {
    List<TopicPartition> partitions =
        admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
            .flatMap(described -> described.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    Map<TopicPartition, Long> begins = offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> committed = new HashMap<>();
    // For partitions without a commit the broker may answer null.
    unlessForbidden(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .orElse(Map.of())
        .forEach(
            (partition, offset) ->
                Optional.ofNullable(offset).ifPresent(of -> committed.put(partition, of.offset())));
    return partitions.stream()
        .map(
            each ->
                new Range(
                    each,
                    begins.getOrDefault(each, 0L),
                    ends.getOrDefault(each, 0L),
                    Optional.ofNullable(committed.get(each))))
        .toList();
  }

  /** The settings of a topic. */
  Settings settings(String topic) throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Optional<Config> config =
        unlessForbidden(admin.describeConfigs(List.of(resource)).all())
            .flatMap(found -> found.values().stream().findFirst());
    return new Settings(
        value(config, TopicConfig.RETENTION_MS_CONFIG)
            .filter(millis -> Long.parseLong(millis) >= 0)
            .filter(
                millis ->
                    value(config, TopicConfig.CLEANUP_POLICY_CONFIG).orElse("").contains("delete"))
            .map(millis -> Duration.ofMillis(Long.parseLong(millis))),
        value(config, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
            .equals(Optional.of("LogAppendTime")));
  }

  private static Optional<String> value(Optional<Config> config, String name) {
    return config.map(settings -> settings.get(name)).map(ConfigEntry::value);
  }

  /** Empty if a permission is denied: these facts are useful, but the job does not need them. */
  private static <T> Optional<T> unlessForbidden(KafkaFuture<T> answer)
      throws ExecutionException, InterruptedException {
    try {
      return Optional.of(answer.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Map<TopicPartition, ListOffsetsResultInfo> answers(
      List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    return admin
        .listOffsets(partitions.stream().collect(toMap(each -> each, each -> spec)))
        .all()
        .get();
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    return answers(partitions, spec).entrySet().stream()
        .collect(toMap(Map.Entry::getKey, found -> found.getValue().offset()));
  }

  /**
   * The longest time up to the newest record, by doubling, that has at most this many records.
   *
   * @param nowMillis later timestamps are not trusted
   */
  Sample.Time sampleTime(List<Range> ranges, long most, long nowMillis)
      throws ExecutionException, InterruptedException {
    long latest =
        answers(ranges.stream().map(Range::partition).toList(), OffsetSpec.maxTimestamp())
            .values()
            .stream()
            .mapToLong(ListOffsetsResultInfo::timestamp)
            .max()
            .orElse(nowMillis);
    long newest = Math.min(latest, nowMillis);
    long length = SHORTEST_SAMPLE_MILLIS;
    while (length < LONGEST_SAMPLE_MILLIS && countSince(newest - 2 * length, ranges) <= most) {
      length *= 2;
    }
    boolean all = ranges.stream().mapToLong(Range::records).sum() <= most;
    return new Sample.Time(all ? 0 : newest - length, newest, Math.max(latest, nowMillis));
  }

  private long countSince(long millis, List<Range> ranges)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> first = firstSince(millis, ranges);
    return ranges.stream()
        .mapToLong(range -> range.end() - first.getOrDefault(range.partition(), range.end()))
        .sum();
  }

  /**
   * The number of records older than {@code millis}, or before the first record that is not, with
   * which a run without a checkpoint would begin.
   *
   * @param untilNow whether the run ends at the present end of the topics
   */
  long recordsToReadFromBefore(
      long millis, List<Range> ranges, StartPosition start, boolean untilNow)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> newer = firstSince(millis, ranges);
    Map<TopicPartition, Long> given =
        start instanceof StartPosition.At at
            ? firstSince(at.time().toEpochMilli(), ranges)
            : Map.of();
    long older = 0;
    for (Range range : ranges) {
      long end = newer.getOrDefault(range.partition(), range.end());
      long begin =
          start instanceof StartPosition.Named named
              ? range.begin(named, untilNow)
              : given.getOrDefault(range.partition(), range.end());
      older += Math.max(0, end - begin);
    }
    return older;
  }

  /** The first record of this time or later, of the partitions that have one. */
  private Map<TopicPartition, Long> firstSince(long millis, List<Range> ranges)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets =
        new HashMap<>(
            offsets(
                ranges.stream().map(Range::partition).toList(),
                OffsetSpec.forTimestamp(Math.max(0, millis))));
    offsets.values().removeIf(offset -> offset < 0);
    return offsets;
  }

  @Override
  public void close() {
    admin.close();
  }
}
