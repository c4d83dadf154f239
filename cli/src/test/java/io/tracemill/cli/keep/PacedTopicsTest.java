package io.tracemill.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

final class PacedTopicsTest {
  private static final TopicPartition P0 = new TopicPartition("spans", 0);
  private static final TopicPartition P1 = new TopicPartition("spans", 1);

  private final MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("none");

  @Test
  void recordsAreTakenUpToATimeInTheOrderOfTheirPartition() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, 10, 20, 30);
    records(P1, 0, 15, 40);
    assertThat(topics.time()).isEqualTo(PacedTopics.UNKNOWN);
    topics.fetch(Duration.ZERO);

    assertThat(topics.time()).isEqualTo(10);
    assertThat(times(topics.take(20))).containsExactlyInAnyOrder(10L, 15L, 20L);
    assertThat(topics.time()).isEqualTo(30);
    assertThat(times(topics.take(30))).containsExactly(30L);
    assertThat(topics.time()).as("P0 has nothing more").isEqualTo(40);
    assertThat(topics.isDrained()).isFalse();
    topics.take(40);
    assertThat(topics.isDrained()).isTrue();
    assertThat(topics.time()).isEqualTo(40);
  }

  @Test
  void aPartitionIsPausedWhileEnoughOfItWaits() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, LongStream.range(0, 30).toArray());
    records(P1, 0, LongStream.range(0, 10).toArray());
    topics.fetch(Duration.ZERO);
    topics.fetch(Duration.ZERO);
    assertThat(kafka.paused()).containsExactly(P0);

    topics.take(15);
    topics.fetch(Duration.ZERO);
    assertThat(kafka.paused()).isEmpty();
  }

  @Test
  void theFirstRecordsAfterAPauseWaitForTheirTime() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, 10, 20, 9_000_000, 9_000_001);
    topics.fetch(Duration.ZERO);
    assertThat(times(topics.take(8_999_999))).containsExactly(10L, 20L);

    records(P0, 4, LongStream.range(9_000_002, 9_000_030).toArray());
    topics.fetch(Duration.ZERO);
    assertThat(topics.take(8_999_999)).isEmpty();
    assertThat(topics.take(9_000_029)).hasSize(30);
  }

  @Test
  void aLateRecordWaitsForThoseBeforeIt() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, 100, 10, 110, 20);
    topics.fetch(Duration.ZERO);

    assertThat(topics.time()).isEqualTo(100);
    assertThat(topics.take(99)).isEmpty();
    assertThat(times(topics.take(109))).containsExactly(100L, 10L);
    assertThat(topics.take(110)).hasSize(2);
  }

  @Test
  void whatIsRemovedWhileItReadsIsCounted() {
    PacedTopics topics = joined(false, Map.of());
    kafka.updateBeginningOffsets(Map.of(P0, 4L, P1, 0L));
    records(P0, 4, 10);
    topics.fetch(Duration.ZERO);
    topics.fetch(Duration.ZERO);

    assertThat(topics.expired()).isEqualTo(4);
    assertThat(topics.take(10)).hasSize(1);
  }

  @Test
  void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
    PacedTopics topics = joined(false, Map.of());
    kafka.rebalance(List.of());
    kafka.commitSync(Map.of(P0, new OffsetAndMetadata(100)));
    kafka.updateEndOffsets(Map.of(P0, 3L));
    kafka.rebalance(List.of(P0, P1));

    assertThat(kafka.position(P0)).isZero();
    assertThat(topics.expired()).isZero();
  }

  @Test
  void aRecordOfTheFutureHoldsUpNothing() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, 9_000_000, 20, 9_000_000, 30);
    topics.fetch(Duration.ZERO);

    assertThat(topics.take(30)).hasSize(4);
  }

  @Test
  void whatWasRemovedBeforeItWasReadIsCounted() {
    PacedTopics topics = joined(false, Map.of());
    kafka.rebalance(List.of());
    kafka.updateBeginningOffsets(Map.of(P0, 5L, P1, 5L));
    kafka.updateEndOffsets(Map.of(P0, 9L, P1, 9L));
    kafka.commitSync(Map.of(P0, new OffsetAndMetadata(3), P1, new OffsetAndMetadata(7)));
    kafka.rebalance(List.of(P0, P1));

    assertThat(topics.expired()).isEqualTo(2);
    assertThat(kafka.position(P0)).isEqualTo(5);
    assertThat(kafka.position(P1)).isEqualTo(7);
  }

  @Test
  void aPartitionIsCommittedUpToWhatIsTakenWhenItIsGivenAway() {
    PacedTopics topics = joined(false, Map.of());
    records(P0, 0, 10, 20);
    topics.fetch(Duration.ZERO);
    topics.take(10);

    kafka.rebalance(List.of(P1));
    assertThat(topics.take(100)).isEmpty();
    kafka.rebalance(List.of(P0, P1));
    assertThat(kafka.position(P0)).isEqualTo(1);
  }

  @Test
  void untilNowEndsWhereThePartitionsEndedAtFirst() {
    PacedTopics topics = joined(true, Map.of());
    assertThat(topics.isDone()).as("both are empty").isTrue();

    kafka.updateEndOffsets(Map.of(P0, 2L, P1, 0L));
    kafka.rebalance(List.of());
    kafka.rebalance(List.of(P0, P1));
    assertThat(topics.isDone()).isFalse();
    records(P0, 0, 10, 20, 30);
    topics.fetch(Duration.ZERO);
    assertThat(times(topics.take(Long.MAX_VALUE))).containsExactly(10L, 20L);
    assertThat(topics.isDone()).isTrue();
  }

  private PacedTopics joined(boolean untilNow, Map<TopicPartition, Long> committed) {
    PacedTopics topics = new PacedTopics(kafka, record -> record.timestamp(), 1_000, untilNow);
    topics.join(new TopicSelection(List.of("spans")), () -> {});
    kafka.updateBeginningOffsets(Map.of(P0, 0L, P1, 0L));
    kafka.updateEndOffsets(Map.of(P0, 0L, P1, 0L));
    kafka.rebalance(List.of(P0, P1));
    committed.forEach(
        (partition, offset) -> kafka.commitSync(Map.of(partition, new OffsetAndMetadata(offset))));
    return topics;
  }

  private void records(TopicPartition partition, long firstOffset, long... times) {
    for (int i = 0; i < times.length; i++) {
      kafka.addRecord(
          new ConsumerRecord<>(
              partition.topic(),
              partition.partition(),
              firstOffset + i,
              times[i],
              TimestampType.CREATE_TIME,
              0,
              0,
              new byte[0],
              new byte[0],
              new RecordHeaders(),
              Optional.empty()));
    }
    kafka.updateEndOffsets(Map.of(partition, firstOffset + times.length));
  }

  private static List<Long> times(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(ConsumerRecord::timestamp).toList();
  }
}
