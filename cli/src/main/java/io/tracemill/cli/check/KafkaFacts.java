package io.tracemill.cli.check;

import io.tracemill.cli.sample.OffsetRange;
import io.tracemill.pipeline.config.Keys;
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
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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

  private Optional<Long> behind(List<OffsetRange> ranges)
      throws ExecutionException, InterruptedException {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      return ranges.stream()
          .flatMap(
              range ->
                  Optional.ofNullable(committed.get(range.partition()))
                      .map(offset -> Math.max(0, range.end() - offset.offset()))
                      .stream())
          .reduce(Long::sum);
    } catch (ExecutionException e) {
      return unlessForbidden(e);
    }
  }

  private Optional<Duration> retention(String topic)
      throws ExecutionException, InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      Config config =
          admin.describeConfigs(List.of(resource)).all().get().values().iterator().next();
      return Optional.ofNullable(config.get(TopicConfig.RETENTION_MS_CONFIG))
          .map(entry -> Long.parseLong(entry.value()))
          .filter(millis -> millis >= 0)
          .map(Duration::ofMillis);
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
