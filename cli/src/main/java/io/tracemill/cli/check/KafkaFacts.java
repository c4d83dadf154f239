package io.tracemill.cli.check;

import static java.util.stream.Collectors.toMap;

import io.tracemill.cli.sample.OffsetRange;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;

/** Asks the brokers, and changes nothing. */
final class KafkaFacts implements AutoCloseable {
  private final Admin admin;
  private final String group;

  KafkaFacts(TracemillConfig config) {
    admin = new KafkaClients(config).admin();
    group = config.get(Keys.KAFKA_GROUP_ID);
  }

  /** How many brokers there are. */
  int brokers() throws ExecutionException, InterruptedException {
    return admin.describeCluster().nodes().get().size();
  }

  /** What is known of one topic. */
  TopicFacts topic(String name) throws ExecutionException, InterruptedException {
    List<TopicPartition> partitions =
        admin.describeTopics(List.of(name)).allTopicNames().get().values().stream()
            .flatMap(topic -> topic.partitions().stream())
            .map(partition -> new TopicPartition(name, partition.partition()))
            .toList();
    Map<TopicPartition, Long> begins = offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
    List<OffsetRange> ranges = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      ranges.add(
          new OffsetRange(
              partition, begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L)));
    }
    return new TopicFacts(name, ranges, behind(ranges), retention(name));
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    admin
        .listOffsets(asked)
        .all()
        .get()
        .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    return offsets;
  }

  /**
   * How many records a run without a checkpoint would begin with that are older than {@code
   * millis}, or lie before the first that is not.
   *
   * @param untilNow whether the run ends at what is the end now
   */
  long recordsToReadFromBefore(long millis, TopicFacts topic, StartPosition start, boolean untilNow)
      throws ExecutionException, InterruptedException {
    List<OffsetRange> ranges = topic.partitions();
    Map<TopicPartition, Long> begins = begins(ranges, start, untilNow);
    Map<TopicPartition, Long> newer = firstSince(millis, ranges);
    return ranges.stream()
        .mapToLong(
            range ->
                Math.max(
                    0,
                    newer.getOrDefault(range.partition(), range.end())
                        - Math.max(
                            range.begin(), begins.getOrDefault(range.partition(), range.end()))))
        .sum();
  }

  /** Where it would begin; at the end of partitions that are not named. */
  private Map<TopicPartition, Long> begins(
      List<OffsetRange> ranges, StartPosition start, boolean untilNow)
      throws ExecutionException, InterruptedException {
    if (start instanceof StartPosition.At at) {
      return firstSince(at.time().toEpochMilli(), ranges);
    }
    return switch ((StartPosition.Named) start) {
      case EARLIEST -> earliest(ranges);
      case LATEST -> Map.of();
      case COMMITTED -> {
        Map<TopicPartition, Long> begins = new HashMap<>(untilNow ? earliest(ranges) : Map.of());
        begins.putAll(committed());
        yield begins;
      }
    };
  }

  private static Map<TopicPartition, Long> earliest(List<OffsetRange> ranges) {
    return ranges.stream().collect(toMap(OffsetRange::partition, OffsetRange::begin));
  }

  /** The first record of this time or a later one; of partitions that have one. */
  private Map<TopicPartition, Long> firstSince(long millis, List<OffsetRange> ranges)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets =
        offsets(
            ranges.stream().map(OffsetRange::partition).toList(), OffsetSpec.forTimestamp(millis));
    offsets.values().removeIf(offset -> offset < 0);
    return offsets;
  }

  /** Of partitions of which something is; the broker may name others too, with null. */
  private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach(
              (partition, committed) ->
                  Optional.ofNullable(committed)
                      .ifPresent(offset -> offsets.put(partition, offset.offset())));
    } catch (ExecutionException e) {
      return KafkaFacts.<Map<TopicPartition, Long>>unlessForbidden(e).orElse(Map.of());
    }
    return offsets;
  }

  private Optional<Long> behind(List<OffsetRange> ranges)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> committed = committed();
    return ranges.stream()
        .flatMap(
            range ->
                Optional.ofNullable(committed.get(range.partition()))
                    .map(offset -> Math.max(0, range.end() - offset))
                    .stream())
        .reduce(Long::sum);
  }

  private Optional<Duration> retention(String topic)
      throws ExecutionException, InterruptedException {
    return settings(topic).flatMap(KafkaFacts::retention);
  }

  /**
   * For how long after the time that they bear a topic keeps its records; empty where that is for
   * ever or not to be known, or goes by when the broker got them.
   */
  Optional<Duration> retentionByEventTime(String topic)
      throws ExecutionException, InterruptedException {
    return settings(topic)
        .filter(config -> value(config, TopicConfig.CLEANUP_POLICY_CONFIG).contains("delete"))
        .filter(
            config -> value(config, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).equals("CreateTime"))
        .flatMap(KafkaFacts::retention);
  }

  private static Optional<Duration> retention(Config config) {
    return Optional.of(value(config, TopicConfig.RETENTION_MS_CONFIG))
        .filter(value -> !value.isEmpty())
        .map(Long::parseLong)
        .filter(millis -> millis >= 0)
        .map(Duration::ofMillis);
  }

  /** Empty if there is no such setting. */
  private static String value(Config config, String name) {
    return Optional.ofNullable(config.get(name)).map(ConfigEntry::value).orElse("");
  }

  private Optional<Config> settings(String topic) throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      return admin.describeConfigs(List.of(resource)).all().get().values().stream().findFirst();
    } catch (ExecutionException e) {
      return unlessForbidden(e);
    }
  }

  /** It is good to know, but the job does not need it. */
  private static <T> Optional<T> unlessForbidden(ExecutionException failure)
      throws ExecutionException {
    if (failure.getCause() instanceof AuthorizationException) {
      return Optional.empty();
    }
    throw failure;
  }

  @Override
  public void close() {
    admin.close();
  }
}
