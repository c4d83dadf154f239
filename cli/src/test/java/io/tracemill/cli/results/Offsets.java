package io.tracemill.cli.results;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** How far topics are written and read, each the sum over all partitions. */
public final class Offsets implements AutoCloseable {
  private final Admin admin;

  public Offsets(String bootstrapServers) {
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** The end of a topic, whether committed or not. */
  public long written(String topic) throws ExecutionException, InterruptedException {
    return end(topic, IsolationLevel.READ_UNCOMMITTED);
  }

  /** The end of a topic for readers of committed records: before the first open transaction. */
  public long committed(String topic) throws ExecutionException, InterruptedException {
    return end(topic, IsolationLevel.READ_COMMITTED);
  }

  private long end(String topic, IsolationLevel level)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (TopicDescription description :
        admin.describeTopics(List.of(topic)).allTopicNames().get().values()) {
      for (TopicPartitionInfo info : description.partitions()) {
        latest.put(new TopicPartition(topic, info.partition()), OffsetSpec.latest());
      }
    }
    return admin.listOffsets(latest, new ListOffsetsOptions(level)).all().get().values().stream()
        .mapToLong(ListOffsetsResultInfo::offset)
        .sum();
  }

  /** Up to where the checkpoints of a consumer group confirm that a topic is read. */
  public long confirmed(String group, String topic)
      throws ExecutionException, InterruptedException {
    return admin
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get()
        .entrySet()
        .stream()
        .filter(each -> each.getKey().topic().equals(topic))
        .map(Map.Entry::getValue)
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  @Override
  public void close() {
    admin.close();
  }
}
