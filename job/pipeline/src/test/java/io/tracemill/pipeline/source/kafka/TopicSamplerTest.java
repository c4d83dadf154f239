package io.tracemill.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicSamplerTest {
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
}
