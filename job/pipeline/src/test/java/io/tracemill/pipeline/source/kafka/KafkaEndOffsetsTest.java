package io.tracemill.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KafkaEndOffsetsTest {
  private static final TopicPartition MINE = new TopicPartition("spans", 0);
  private static final TopicPartition THEIRS = new TopicPartition("spans", 1);

  private final MockConsumer<byte[], byte[]> broker = new MockConsumer<>("earliest");

  KafkaEndOffsetsTest() {
    broker.updatePartitions("spans", List.of(info(MINE), info(THEIRS)));
    broker.updatePartitions("other", List.of(info(new TopicPartition("other", 0))));
    broker.updateBeginningOffsets(Map.of(MINE, 0L, THEIRS, 0L));
    broker.updateEndOffsets(Map.of(MINE, 10L, THEIRS, 20L));
  }

  @Test
  void atTheEndAllIsConsumed() {
    assertThat(check(false).allConsumed(Map.of(MINE, 10L))).isTrue();
  }

  @Test
  void anUnreadRecordIsFound() {
    broker.schedulePollTask(
        () -> broker.addRecord(new ConsumerRecord<>("spans", 0, 8, new byte[0], new byte[0])));

    assertThat(check(false).allConsumed(Map.of(MINE, 8L))).isFalse();
  }

  @Test
  void offsetsThatHoldNoRecordAreNotWaitedFor() {
    // As after the marker of a transaction: polling finds nothing and moves on to the end.
    broker.schedulePollTask(() -> broker.seek(MINE, 10));

    assertThat(check(false).allConsumed(Map.of(MINE, 9L))).isTrue();
  }

  @Test
  void otherSubtasksAreAsFarAsTheyHaveCommitted() {
    commit(THEIRS, 20);
    assertThat(check(true).allConsumed(Map.of(MINE, 10L))).isTrue();

    commit(THEIRS, 19);
    broker.schedulePollTask(
        () -> broker.addRecord(new ConsumerRecord<>("spans", 1, 19, new byte[0], new byte[0])));
    assertThat(check(true).allConsumed(Map.of(MINE, 10L))).isFalse();
  }

  @Test
  void partitionsWithoutCommitAreNotAskedAbout() {
    assertThat(check(true).allConsumed(Map.of(MINE, 10L))).isTrue();
  }

  @Test
  void whatIsKnownWinsOverWhatWasCommittedBefore() {
    commit(MINE, 3);

    assertThat(check(true).allConsumed(Map.of(MINE, 10L))).isTrue();
  }

  @Test
  void whereNothingWasReadYetAllHasToBeCommitted() {
    assertThat(check(false).allConsumed(Map.of())).isFalse();

    commit(MINE, 10);
    assertThat(check(false).allConsumed(Map.of())).isTrue();

    commit(THEIRS, 19);
    broker.schedulePollTask(
        () -> broker.addRecord(new ConsumerRecord<>("spans", 1, 19, new byte[0], new byte[0])));
    assertThat(check(false).allConsumed(Map.of())).isFalse();
  }

  @Test
  void patternsSelectWholeTopicNames() {
    commit(THEIRS, 19);
    broker.schedulePollTask(
        () -> broker.addRecord(new ConsumerRecord<>("spans", 1, 19, new byte[0], new byte[0])));
    KafkaEndOffsets check =
        new KafkaEndOffsets(() -> broker, new TopicSelection(List.of("^sp.*", "nothing")), true);

    assertThat(check.allConsumed(Map.of(MINE, 10L))).isFalse();
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNoAnswer() {
    broker.setOffsetsException(new KafkaException("down"));

    assertThatThrownBy(() -> check(false).allConsumed(Map.of(MINE, 10L)))
        .isInstanceOf(KafkaException.class)
        .hasMessage("down");
  }

  private KafkaEndOffsets check(boolean followCommits) {
    return new KafkaEndOffsets(() -> broker, new TopicSelection(List.of("spans")), followCommits);
  }

  private void commit(TopicPartition partition, long offset) {
    broker.assign(List.of(partition));
    broker.commitSync(Map.of(partition, new OffsetAndMetadata(offset)));
  }

  private static PartitionInfo info(TopicPartition partition) {
    Node[] nodes = {new Node(0, "localhost", 9092)};
    return new PartitionInfo(partition.topic(), partition.partition(), nodes[0], nodes, nodes);
  }
}
