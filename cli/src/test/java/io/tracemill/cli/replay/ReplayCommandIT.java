package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ReplayCommandIT {
  private static final long T0_MILLIS = 1_700_000_000_000L;

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static Path file;

  @AutoClose private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws IOException {
    broker = EmbeddedBroker.start();
    file =
        Files.writeString(
            directory.resolve("in.jsonl"),
            OneSpan.line(1, T0_MILLIS, "a")
                + OneSpan.line(2, T0_MILLIS + 10_000, "b")
                + OneSpan.line(3, T0_MILLIS + 60_000, "c"));
  }

  @Test
  void aTopicThatIsNotThereIsCreatedAndKeepsOldRecords() {
    CommandLineRun run = replay("created", "--partitions", "2").succeeds();
    assertThat(run.err())
        .contains("created topic created; it keeps its records for ever")
        .contains("3 units as 3 records of otlp_proto to topic created")
        .doesNotContain("warning");
    List<ConsumerRecord<byte[], byte[]>> records = records("created");
    assertThat(records)
        .extracting(ConsumerRecord::timestamp)
        .containsExactlyInAnyOrder(T0_MILLIS, T0_MILLIS + 10_000, T0_MILLIS + 60_000);
    assertThat(records).extracting(ConsumerRecord::partition).containsExactlyInAnyOrder(0, 1, 0);
  }

  @Test
  void aTopicThatIsThereIsUsedAsItIsWithAWarning() {
    broker.createTopic(
        "present", 1, Map.of("retention.ms", "3600000", "message.timestamp.type", "LogAppendTime"));

    CommandLineRun run = replay("present").succeeds();
    assertThat(run.err())
        .doesNotContain("created")
        .contains("warning: topic present replaces timestamps by the time of arrival")
        .contains("warning: topic present keeps records for only 60 minutes");
  }

  @Test
  void aGapThatTheJobWouldDoubtIsToldOf() throws IOException {
    String lines = OneSpan.line(1, T0_MILLIS, "a") + OneSpan.line(2, T0_MILLIS + 7_200_000, "a");
    Path gap = Files.writeString(directory.resolve("gap"), lines);

    CommandLineRun run =
        CommandLineRun.of(command(gap, broker.bootstrapServers(), "gap")).succeeds();
    assertThat(run.err()).contains("warning: a unit comes 7200 s after the one before");
  }

  @Test
  void aSpanThatTheTopicDoesNotTakeFailsTheReplay() throws IOException {
    broker.createTopic("small", 1, Map.of("retention.ms", "-1", "max.message.bytes", "20000"));
    // What lz4 makes small enough would be taken.
    StringBuilder noise = new StringBuilder();
    new java.util.Random(1).ints(30_000, 33, 34 + 56).forEach(c -> noise.append((char) c));
    String name = noise.toString().replace('"', 'q').replace('\\', 'q');
    Path large = Files.writeString(directory.resolve("large"), OneSpan.line(1, T0_MILLIS, name));

    CommandLineRun.of(command(large, broker.bootstrapServers(), "small"))
        .assertFailed(1, "topic small: ", "larger");
  }

  @Test
  @Tag("slow")
  void aBrokerThatDoesNotAnswerFailsInOneLine() throws IOException {
    CommandLineRun.of(command(file, "127.0.0.1:" + FreePorts.any(), "t"))
        .assertFailed(1, "no broker answered");
  }

  @Test
  void aNameThatNoTopicMayHaveIsWrongUsage() {
    replay("no topic").assertFailed(2, "no topic");
  }

  private static CommandLineRun replay(String topic, String... options) {
    return CommandLineRun.of(command(file, broker.bootstrapServers(), topic, options));
  }

  private static String[] command(Path file, String servers, String topic, String... options) {
    List<String> arguments = new ArrayList<>(List.of("replay", file.toString()));
    arguments.addAll(List.of("--bootstrap-servers", servers, "--topic", topic));
    arguments.addAll(List.of(options));
    return arguments.toArray(String[]::new);
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    return Results.recordsIn(broker.bootstrapServers(), topic);
  }
}
