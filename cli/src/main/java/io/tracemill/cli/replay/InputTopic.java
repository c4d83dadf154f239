package io.tracemill.cli.replay;

import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
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
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topic that the replay writes to.
 *
 * @param partitions the number of partitions
 * @param created whether this command created it
 * @param settings its configuration, by Kafka's names; empty if this user may not read it
 */
public record InputTopic(
    String name, int partitions, boolean created, Map<String, String> settings) {
  private static final int MAX_RECORD_BYTES = 900_000;
  private static final int BATCH_OVERHEAD_BYTES = 10_000;

  public InputTopic {
    settings = Map.copyOf(settings);
  }

  /** The existing topic, or a new one that keeps its records at their times. */
  public static InputTopic prepare(Admin admin, String name, int partitions)
      throws InterruptedException {
    Optional<Integer> existing = partitions(admin, name);
    if (existing.isEmpty()) {
      create(admin, name, partitions);
    }
    return new InputTopic(
        name, existing.orElse(partitions), existing.isEmpty(), settings(admin, name));
  }

  /** The existing topic; fails if there is none. */
  public static InputTopic existing(KafkaClients clients, String name) throws InterruptedException {
    try (Admin admin = clients.admin()) {
      int partitions =
          partitions(admin, name)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          ("topic %s does not exist, or this user may not see it; create it:"
                                  + " kafka-topics.sh --create --topic %s")
                              .formatted(name, ShellWords.quoted(name))));
      return new InputTopic(name, partitions, false, settings(admin, name));
    }
  }

  private static Optional<Integer> partitions(Admin admin, String name)
      throws InterruptedException {
    try {
      Map<String, TopicDescription> described =
          admin.describeTopics(List.of(name)).allTopicNames().get();
      return described.values().stream().map(topic -> topic.partitions().size()).findAny();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw failed(name, e);
    }
  }

  private static void create(Admin admin, String name, int partitions) throws InterruptedException {
    NewTopic topic =
        new NewTopic(name, Optional.of(partitions), Optional.empty())
            .configs(
                Map.of(
                    TopicConfig.RETENTION_MS_CONFIG, "-1",
                    TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime"));
    try {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      throw failed(name, e);
    }
  }

  private static Map<String, String> settings(Admin admin, String name)
      throws InterruptedException {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
    try {
      Map<String, String> settings = new HashMap<>();
      for (Config config : admin.describeConfigs(List.of(topic)).all().get().values()) {
        for (ConfigEntry entry : config.entries()) {
          if (entry.value() != null) {
            settings.put(entry.name(), entry.value());
          }
        }
      }
      return settings;
    } catch (ExecutionException e) {
      // A user who may write may lack the right to read the settings; then there are no warnings.
      return Map.of();
    }
  }

  private static RuntimeException failed(String name, ExecutionException e) {
    String why = KafkaFailure.explain(e);
    return e.getCause() instanceof InvalidTopicException
        ? new ConfigException("topic '%s': %s".formatted(name, why))
        : new IllegalStateException("topic %s: %s".formatted(name, why));
  }

  /** The largest record, in bytes, that the broker should accept. */
  int maxRecordBytes() {
    return (int)
        Math.min(
            MAX_RECORD_BYTES, number(TopicConfig.MAX_MESSAGE_BYTES_CONFIG) - BATCH_OVERHEAD_BYTES);
  }

  private long number(String setting) {
    return Long.parseLong(settings.getOrDefault(setting, Long.toString(Long.MAX_VALUE)));
  }

  /**
   * Warnings about results that the user may not expect.
   *
   * @param firstMillis timestamp of the first record
   * @param nowMillis the time by the brokers' clocks
   */
  public List<String> warnings(long firstMillis, long nowMillis) {
    List<String> warnings = new ArrayList<>();
    if ("LogAppendTime".equals(settings.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG))) {
      warnings.add(
          "topic %s replaces timestamps by the time of arrival, so the times of the file are lost;"
                  .formatted(name)
              + " set message.timestamp.type=CreateTime");
    }
    long retention = number(TopicConfig.RETENTION_MS_CONFIG);
    if (retention >= 0 && nowMillis - firstMillis > retention) {
      warnings.add(
          "topic %s keeps records for only %s, so Kafka will delete these older ones; set"
                  .formatted(name, Wording.days(Duration.ofMillis(retention)))
              + " retention.ms=-1, or replay with --now");
    }
    return warnings;
  }
}
