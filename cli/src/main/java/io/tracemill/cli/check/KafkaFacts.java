package io.tracemill.cli.check;

import static java.util.stream.Collectors.toMap;

import io.tracemill.cli.check.TopicFacts.Range;
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
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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

  KafkaFacts(TracemillConfig config) {
    admin = new KafkaClients(config).admin();
    group = config.get(Keys.KAFKA_GROUP_ID);
  }

  /** The number of brokers. */
  int brokers() throws ExecutionException, InterruptedException {
    return admin.describeCluster().nodes().get().size();
  }

  /** The facts about one topic. */
  TopicFacts topic(String name) throws ExecutionException, InterruptedException {
    List<TopicPartition> partitions =
        admin.describeTopics(List.of(name)).allTopicNames().get().values().stream()
            .flatMap(topic -> topic.partitions().stream())
            .map(partition -> new TopicPartition(name, partition.partition()))
            .toList();
    Map<TopicPartition, Long> begins = offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> committed = committed();
    List<Range> ranges =
        partitions.stream()
            .map(
                each ->
                    new Range(
                        each,
                        begins.getOrDefault(each, 0L),
                        ends.getOrDefault(each, 0L),
                        Optional.ofNullable(committed.get(each))))
            .toList();
    Optional<Config> settings = settings(name);
    return new TopicFacts(
        name,
        ranges,
        settings.flatMap(KafkaFacts::retention),
        settings.filter(KafkaFacts::stampedByBroker).isPresent());
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    answers(partitions, spec).forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> answers(
      List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    return admin
        .listOffsets(partitions.stream().collect(toMap(each -> each, each -> spec)))
        .all()
        .get();
  }

  /**
   * The longest time up to the newest record, by doubling, that has at most this many records.
   *
   * @param nowMillis later timestamps are not trusted
   */
  SampleTime sampleTime(List<Range> ranges, long most, long nowMillis)
      throws ExecutionException, InterruptedException {
    long latest =
        answers(partitions(ranges), OffsetSpec.maxTimestamp()).values().stream()
            .mapToLong(ListOffsetsResultInfo::timestamp)
            .max()
            .orElse(nowMillis);
    long newest = Math.min(latest, nowMillis);
    long length = SHORTEST_SAMPLE_MILLIS;
    while (length < LONGEST_SAMPLE_MILLIS && countSince(newest - 2 * length, ranges) <= most) {
      length *= 2;
    }
    boolean all = ranges.stream().mapToLong(Range::records).sum() <= most;
    return new SampleTime(all ? 0 : newest - length, newest, Math.max(latest, nowMillis));
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
  long recordsToReadFromBefore(long millis, TopicFacts topic, StartPosition start, boolean untilNow)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> newer = firstSince(millis, topic.partitions());
    Map<TopicPartition, Long> given =
        start instanceof StartPosition.At at
            ? firstSince(at.time().toEpochMilli(), topic.partitions())
            : Map.of();
    long older = 0;
    for (Range range : topic.partitions()) {
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
        offsets(partitions(ranges), OffsetSpec.forTimestamp(Math.max(0, millis)));
    offsets.values().removeIf(offset -> offset < 0);
    return offsets;
  }

  private static List<TopicPartition> partitions(List<Range> ranges) {
    return ranges.stream().map(Range::partition).toList();
  }

  /** Keeps partitions with a value; for the others the broker may answer null. */
  private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      for (Map.Entry<TopicPartition, OffsetAndMetadata> each :
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().entrySet()) {
        Optional.ofNullable(each.getValue())
            .ifPresent(committed -> offsets.put(each.getKey(), committed.offset()));
      }
    } catch (ExecutionException e) {
      unlessForbidden(e);
    }
    return offsets;
  }

  /**
   * How long a topic keeps records after their timestamps. Empty if that is forever, unknown, or
   * counted from their arrival.
   */
  Optional<Duration> retentionByEventTime(String topic)
      throws ExecutionException, InterruptedException {
    return settings(topic)
        .filter(config -> value(config, TopicConfig.CLEANUP_POLICY_CONFIG).contains("delete"))
        .filter(config -> !stampedByBroker(config))
        .flatMap(KafkaFacts::retention);
  }

  private static boolean stampedByBroker(Config config) {
    return value(config, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).equals("LogAppendTime");
  }

  private static Optional<Duration> retention(Config config) {
    return Optional.of(value(config, TopicConfig.RETENTION_MS_CONFIG))
        .filter(value -> !value.isEmpty())
        .map(Long::parseLong)
        .filter(millis -> millis >= 0)
        .map(Duration::ofMillis);
  }

  /** Empty if the setting is missing. */
  private static String value(Config config, String name) {
    return Optional.ofNullable(config.get(name)).map(ConfigEntry::value).orElse("");
  }

  private Optional<Config> settings(String topic) throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      return admin.describeConfigs(List.of(resource)).all().get().values().stream().findFirst();
    } catch (ExecutionException e) {
      unlessForbidden(e);
      return Optional.empty();
    }
  }

  /** Ignores a denied permission: these facts are useful, but the job does not need them. */
  private static void unlessForbidden(ExecutionException failure) throws ExecutionException {
    if (!(failure.getCause() instanceof AuthorizationException)) {
      throw failure;
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
