package io.tracemill.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.KafkaProcess;
import io.tracemill.cli.hostile.InputRecord;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.Offsets;
import io.tracemill.cli.results.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios can be compared only if all of them are fed with the same. */
@Tag("cluster")
@Timeout(300)
final class FeedIT {
  private static final String TOPIC = "numbers";
  private static final int PARTITIONS = 3;
  private static final int KILLS = 3;

  /** Longer ago than brokers remember who wrote what, as the times of all loads are. */
  private static final long START_MILLIS = 1_700_000_000_000L;

  private static final Duration TIME = Duration.ofMinutes(1);

  /** So many that there is hardly a moment when none is on its way. */
  private static final List<InputRecord> RECORDS =
      IntStream.range(0, 180_000).mapToObj(FeedIT::numbered).toList();

  private static InputRecord numbered(int i) {
    byte[] number = Integer.toString(i).getBytes(UTF_8);
    return new InputRecord(TOPIC, i % PARTITIONS, START_MILLIS + i, number, number);
  }

  @Test
  void aKafkaThatIsKilledHasEveryRecordOnceAndInOrder(@TempDir Path home) throws Exception {
    int port = FreePorts.any();
    try (KafkaProcess kafka = KafkaProcess.start(home, port, port)) {
      kafka.createTopic(TOPIC, PARTITIONS);
      try (Feed feed = new Feed(kafka.bootstrapServers(), RECORDS, 0, TIME);
          Offsets offsets = new Offsets(kafka.bootstrapServers())) {
        feed.start();
        for (int i = 0; i < KILLS; i++) {
          long before = offsets.written(TOPIC);
          Patience.until("more is written", () -> offsets.written(TOPIC) > before);
          feed.betweenRecords(kafka::kill);
          kafka.startAgain();
        }
        feed.finish();
        assertThat(offsets.written(TOPIC)).isEqualTo(RECORDS.size());
      }
      assertThat(written(kafka).equals(sent())).as("in order").isTrue();
    }
  }

  private static Map<Integer, List<String>> sent() {
    return RECORDS.stream()
        .collect(
            groupingBy(
                InputRecord::partition,
                mapping(record -> new String(record.value(), UTF_8), toList())));
  }

  private static Map<Integer, List<String>> written(KafkaProcess kafka) {
    return Results.recordsIn(kafka.bootstrapServers(), TOPIC).stream()
        .collect(
            groupingBy(
                record -> record.partition(),
                mapping(record -> new String(record.value(), UTF_8), toList())));
  }
}
