package io.tracemill.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SampleReaderTest {
  private static final TopicPartition PARTITION = new TopicPartition("spans", 0);

  @Test
  void partitionsShareWhatFits() {
    assertThat(SampleReader.share(4, 100)).isEqualTo(5_000);
    assertThat(SampleReader.share(1, 1 << 20)).isEqualTo(64);
    assertThat(SampleReader.share(1_000_000, 1 << 20)).isOne();
  }

  @Test
  void theNewestRecordsAreReadAndNoneBeyondTheEnd() {
    MockConsumer<byte[], byte[]> broker = new MockConsumer<>("earliest");
    broker.schedulePollTask(
        () -> {
          for (long offset = 0; offset < 200; offset++) {
            broker.addRecord(
                new ConsumerRecord<>("spans", 0, offset, new byte[0], new byte[] {(byte) offset}));
          }
        });
    broker.updateBeginningOffsets(Map.of(PARTITION, 0L));
    List<Long> read = new ArrayList<>();
    try (SampleReader reader = new SampleReader(broker)) {
      PartsRead parts =
          reader.read(
              List.of(new OffsetRange(PARTITION, 0, 150)),
              1 << 20,
              record -> read.add(record.offset()));

      assertThat(read).hasSize(64).startsWith(86L).endsWith(149L);
      assertThat(parts).isEqualTo(new PartsRead(Set.of(PARTITION), Set.of()));
    }
  }
}
