package io.tracemill.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicSamplerTest {
  private static final byte[] VALUE = {1};
  private static final Node NODE = Node.noNode();
  private static final Node[] NODES = {NODE};

  private final MockConsumer<byte[], byte[]> broker = new MockConsumer<>("earliest");
  private final Map<TopicPartition, Long> begins = new HashMap<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final List<ConsumerRecord<byte[], byte[]>> held = new ArrayList<>();

  private static TopicPartition partition(int number) {
    return new TopicPartition("spans", number);
  }

  @Test
  void aPartitionThatHoldsLittleLeavesMoreToTheOthers() {
    Map<TopicPartition, Long> held =
        Map.of(partition(0), 1_000L, partition(1), 0L, partition(2), 10L, partition(3), 1_000L);
    assertThat(TopicSampler.shares(held, 100))
        .isEqualTo(Map.of(partition(0), 45, partition(2), 10, partition(3), 45));
  }

  /** Kafka's own patience is a minute, and it is a task that waits. */
  @Test
  void noQuestionWaitsLongerThanTheSampler() {
    MockConsumer<byte[], byte[]> consumer = new PatientConsumer();
    consumer.updatePartitions("spans", List.of(new PartitionInfo("spans", 0, null, null, null)));
    consumer.updateBeginningOffsets(Map.of(partition(0), 0L));
    consumer.updateEndOffsets(Map.of(partition(0), 2L));
    consumer.schedulePollTask(
        () -> {
          consumer.addRecord(new ConsumerRecord<>("spans", 0, 0, new byte[0], new byte[] {1}));
          consumer.addRecord(new ConsumerRecord<>("spans", 0, 1, new byte[0], new byte[] {2}));
        });
    List<Long> taken = new ArrayList<>();

    try (TopicSampler sampler = new TopicSampler(consumer)) {
      sampler.sample("spans", 2, record -> taken.add(record.offset()));
    }

    assertThat(taken).containsExactly(0L, 1L);
  }

  /** Fails where it would wait for as long as Kafka's settings say. */
  private static final class PatientConsumer extends MockConsumer<byte[], byte[]> {
    PatientConsumer() {
      super("earliest");
    }

    @Override
    public synchronized long position(TopicPartition partition) {
      throw new AssertionError("position of %s without a timeout".formatted(partition));
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration timeout) {
      return super.position(partition);
    }
  }

  @Property
  void sharesAreWhatIsWantedOrAllThereIs(
      @ForAll @Size(max = 300) List<@IntRange(max = 50) Integer> sizes) {
    Map<TopicPartition, Long> held = new HashMap<>();
    sizes.forEach(size -> held.put(partition(held.size()), (long) size));
    Map<TopicPartition, Integer> shares = TopicSampler.shares(held, 100);
    int all = sizes.stream().mapToInt(Integer::intValue).sum();
    assertThat(shares.values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(Math.min(100, all));
    assertThat(new ArrayList<>(shares.entrySet()))
        .allSatisfy(
            share ->
                assertThat((long) share.getValue())
                    .isPositive()
                    .isLessThanOrEqualTo(held.getOrDefault(share.getKey(), 0L)));
  }

  @Test
  void theFirstRecordsStillHeldAreRead() {
    hold(0, 5, 9);
    assertThat(sample(2))
        .extracting(ConsumerRecord::partition, ConsumerRecord::offset)
        .containsExactly(tuple(0, 5L), tuple(0, 6L));
  }

  @Test
  void fewerThanWantedAreAllThereAre() {
    hold(0, 5, 9);
    hold(1, 3, 3);
    assertThat(sample(100)).extracting(ConsumerRecord::offset).containsExactly(5L, 6L, 7L, 8L);
  }

  @Test
  void recordsWithoutAValueAreHandedOverToo() {
    hold(0, 0, 2);
    assertThat(sample(100)).extracting(ConsumerRecord::value).containsExactly(null, VALUE);
  }

  @Test
  void ofMorePartitionsThanSamplesEachThatIsReadGivesOne() {
    for (int partition = 0; partition < 5; partition++) {
      hold(partition, 10, 20);
    }
    assertThat(sample(3))
        .hasSize(3)
        .allSatisfy(record -> assertThat(record.offset()).isEqualTo(10))
        .extracting(ConsumerRecord::partition)
        .doesNotHaveDuplicates();
  }

  @Test
  void ofATopicWithoutRecordsThereAreNone() {
    hold(0, 7, 7);
    assertThat(sample(100)).isEmpty();
  }

  /** Puts records on a partition; those with an even offset have no value. */
  private void hold(int partition, long begin, long end) {
    begins.put(partition(partition), begin);
    ends.put(partition(partition), end);
    LongStream.range(begin, end)
        .mapToObj(
            offset ->
                new ConsumerRecord<byte[], byte[]>(
                    "spans", partition, offset, null, offset % 2 == 0 ? null : VALUE))
        .forEach(held::add);
  }

  private List<ConsumerRecord<byte[], byte[]>> sample(int most) {
    broker.updatePartitions(
        "spans",
        begins.keySet().stream()
            .map(at -> new PartitionInfo("spans", at.partition(), NODE, NODES, NODES))
            .toList());
    broker.updateBeginningOffsets(begins);
    broker.updateEndOffsets(ends);
    // The consumer of the test takes records of assigned partitions only.
    broker.schedulePollTask(
        () ->
            held.stream()
                .filter(record -> broker.assignment().contains(partition(record.partition())))
                .forEach(broker::addRecord));
    List<ConsumerRecord<byte[], byte[]>> taken = new ArrayList<>();
    try (TopicSampler sampler = new TopicSampler(broker)) {
      sampler.sample("spans", most, taken::add);
    }
    return taken;
  }
}
