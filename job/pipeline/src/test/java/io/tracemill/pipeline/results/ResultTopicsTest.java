package io.tracemill.pipeline.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ResultTopicsTest {
  private static final String PROFILES = ResultStream.PROFILES.topic("tracemill");
  private static final String QUALITY = ResultStream.QUALITY.topic("tracemill");

  private final Broker broker = new Broker();
  private final ResultTopics topics =
      new ResultTopics(
          TracemillConfig.defaults(),
          EnumSet.of(ResultStream.PROFILES, ResultStream.QUALITY),
          broker);

  @Test
  void readingStartsAtTheFirstRecordOfTheTime() {
    broker.create(PROFILES, 4);
    broker.create(QUALITY, 4);
    topics.startAt(Instant.ofEpochMilli(2_000));

    broker.deliver(PROFILES, 2, 3);
    broker.deliver(QUALITY, 2, 3);
    assertThat(topics.poll())
        .extracting(record -> record.source().offset())
        .containsExactly(2L, 2L, 3L, 3L);
    assertThat(topics.caughtUp()).isTrue();
  }

  @Test
  void readingStartsAtTheEndWithoutARecordOfTheTime() {
    broker.create(PROFILES, 4);
    topics.startAt(Instant.ofEpochMilli(9_000));
    assertThat(topics.caughtUp()).isTrue();
    assertThat(broker.position(new TopicPartition(PROFILES, 0))).isEqualTo(4);
  }

  @Test
  void aTopicThatAppearsLaterIsReadFromItsFirstRecord() {
    broker.create(PROFILES, 4);
    topics.startAt(Instant.ofEpochMilli(4_000));
    assertThat(topics.missing()).containsExactly(QUALITY);

    broker.create(QUALITY, 2);
    assertThat(topics.addNew()).isTrue();
    assertThat(topics.missing()).isEmpty();
    assertThat(topics.caughtUp()).isFalse();

    broker.deliver(QUALITY, 0, 1);
    assertThat(topics.poll())
        .extracting(record -> record.source().offset())
        .containsExactly(0L, 1L);
    assertThat(topics.caughtUp()).isTrue();
    assertThat(topics.addNew()).isFalse();
  }

  @Test
  void aTopicThatTheBrokerDoesNotKnowYetIsWaitedFor() {
    broker.create(PROFILES, 4);
    broker.createAtSecondQuestion(QUALITY, 2);
    topics.startBack(ResultTopics.ALL);
    assertThat(topics.missing()).isEmpty();
    assertThat(broker.position(new TopicPartition(QUALITY, 0))).isZero();
  }

  @Test
  void withoutAnyTopicThereIsNothingToRead() {
    topics.startAt(Instant.EPOCH);
    assertThat(topics.poll()).isEmpty();
    assertThat(topics.missing()).containsExactlyInAnyOrder(PROFILES, QUALITY);
  }

  /** Topics of one partition, in which the record of offset n has the timestamp n seconds. */
  private static final class Broker extends MockConsumer<byte[], byte[]> {
    private final Map<TopicPartition, Long> sizes = new HashMap<>();
    private final Map<String, Long> hidden = new HashMap<>();

    Broker() {
      super("earliest");
    }

    void create(String topic, long size) {
      TopicPartition partition = new TopicPartition(topic, 0);
      sizes.put(partition, size);
      updatePartitions(topic, List.of(new PartitionInfo(topic, 0, null, null, null)));
      updateBeginningOffsets(Map.of(partition, 0L));
      updateEndOffsets(Map.of(partition, size));
    }

    void createAtSecondQuestion(String topic, long size) {
      hidden.put(topic, size);
    }

    @Override
    public synchronized List<PartitionInfo> partitionsFor(String topic) {
      List<PartitionInfo> known = super.partitionsFor(topic);
      Optional.ofNullable(hidden.remove(topic)).ifPresent(size -> create(topic, size));
      return known;
    }

    void deliver(String topic, long first, long last) {
      for (long offset = first; offset <= last; offset++) {
        addRecord(record(topic, offset));
      }
    }

    private static ConsumerRecord<byte[], byte[]> record(String topic, long offset) {
      return new ConsumerRecord<>(
          topic,
          0,
          offset,
          offset * 1_000,
          TimestampType.CREATE_TIME,
          0,
          2,
          new byte[0],
          "{}".getBytes(UTF_8),
          new RecordHeaders(),
          Optional.empty());
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> wanted, Duration timeout) {
      Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
      wanted.forEach(
          (partition, millis) -> {
            long offset = millis / 1_000;
            if (offset < sizes.getOrDefault(partition, 0L)) {
              found.put(partition, new OffsetAndTimestamp(offset, offset * 1_000));
            }
          });
      return found;
    }
  }
}
