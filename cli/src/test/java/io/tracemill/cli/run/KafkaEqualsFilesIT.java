package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What comes out does not depend on whether records come from a file or through a real broker. */
@Tag("slow")
@Timeout(300)
final class KafkaEqualsFilesIT {
  private static final long LAST_MINUTES_NANOS = 180_000_000_000L;
  private static final long MAX_JUMP_MILLIS = 3_600_000;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path analysed;

  @BeforeAll
  static void analyseTheFile() {
    String file = Recording.TRAIN_TICKET.file().toString();
    succeed("analyze", file, "--out", analysed.toString(), "--traces");
  }

  @Test
  void runGivesTheRecordsOfAnalyze() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      Topics.send(broker, units());
      succeed("run", "--config", config(broker).toString(), "--until-now");

      for (ResultStream stream : List.of(ResultStream.TRACES, ResultStream.PROFILES)) {
        Map<String, JsonNode> expected = Results.byIdentity(Results.inFile(analysed, stream));
        Map<String, JsonNode> found = inTopic(broker, stream);
        assertThat(found.keySet()).as(stream.label()).isEqualTo(expected.keySet());
        assertEqualRecords(found, expected);
      }
      JsonNode accounts =
          Results.accounts(List.copyOf(inTopic(broker, ResultStream.QUALITY).values()));
      assertThat(accounts.path("spans").path("used").asLong())
          .isEqualTo(Recording.TRAIN_TICKET.spans());
    }
  }

  /** The job is cancelled in mid-stream and started again from its newest checkpoint. */
  @Test
  void aRunThatResumesGivesTheRecordsOfOneThatNeverStopped() throws Exception {
    assumeTrue(Recording.TRAIN_TICKET.whole().isPresent(), "a slice is too short for it");
    List<FileUnit> units = units();
    int half = units.size() / 2;
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      Topics.send(broker, units.subList(0, half));
      TracemillConfig config = ConfigFile.load(config(broker), Map.of());
      Checkpoints checkpoints = new Checkpoints(directory.resolve("state"));
      try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty())) {
        await(job, () -> consumed(broker, half) && checkpoints.newest().isPresent());
        job.close();
        // Checkpoints come and go until it has ended.
        assertThatThrownBy(job::await).hasStackTraceContaining("JobCancellationException");
      }
      Topics.send(broker, units.subList(half, units.size()));
      String newest = checkpoints.newest().orElseThrow().toUri().toString();
      Map<String, JsonNode> expected = tracesBeforeTheLastMinutes();
      try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.of(newest))) {
        await(
            job,
            () -> inTopic(broker, ResultStream.TRACES).keySet().containsAll(expected.keySet()));
      }
      assertEqualRecords(inTopic(broker, ResultStream.TRACES), expected);
      long gap = firstGapMillis(units);
      assertThat(gap).isGreaterThan(units.get(half).eventTimeMillis());
      assertThat(accountsUntil(gap, List.copyOf(inTopic(broker, ResultStream.QUALITY).values())))
          .isNotEmpty()
          .isEqualTo(accountsUntil(gap, Results.inFile(analysed, ResultStream.QUALITY)));
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(EmbeddedJob job, Condition condition) throws Exception {
    while (!condition.holds()) {
      assertThat(job.failed()).isFalse();
    }
  }

  /** Whether the job has committed, with a checkpoint, that it has read so many records. */
  private static boolean consumed(EmbeddedBroker broker, int records) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin
              .listConsumerGroupOffsets("tracemill")
              .partitionsToOffsetAndMetadata()
              .get()
              .values()
              .stream()
              .mapToLong(OffsetAndMetadata::offset)
              .sum()
          == records;
    }
  }

  private static Map<String, JsonNode> tracesBeforeTheLastMinutes() throws Exception {
    Map<String, JsonNode> traces =
        Results.byIdentity(Results.inFile(analysed, ResultStream.TRACES));
    long last =
        traces.values().stream()
            .mapToLong(trace -> trace.path("startNanos").asLong())
            .max()
            .orElseThrow();
    traces
        .values()
        .removeIf(trace -> trace.path("startNanos").asLong() > last - LAST_MINUTES_NANOS);
    return traces;
  }

  /**
   * Where time first jumps so far that files and topics need a different number of records to
   * believe it.
   */
  private static long firstGapMillis(List<FileUnit> units) {
    for (int i = 1; i < units.size(); i++) {
      long before = units.get(i - 1).eventTimeMillis();
      if (units.get(i).eventTimeMillis() - before > MAX_JUMP_MILLIS) {
        return before;
      }
    }
    return Long.MAX_VALUE;
  }

  /** The job's accounts of each pane that ended by then. */
  private static Set<JsonNode> accountsUntil(long millis, List<JsonNode> quality) {
    return quality.stream()
        .filter(report -> report.path("scope").asText().equals("job"))
        .filter(report -> report.path("window").path("endMillis").asLong() <= millis)
        .collect(Collectors.toSet());
  }

  private static List<FileUnit> units() throws TraceFileException {
    return Topics.units(Recording.TRAIN_TICKET.file());
  }

  private Path config(EmbeddedBroker broker) throws IOException {
    return Files.writeString(
        directory.resolve("run.yaml"),
        """
        kafka: {bootstrap-servers: "%s", encoding: otlp_json, start: earliest}
        output: {traces: true}
        state: {directory: "%s"}
        flink: {rest.port: "0", execution.checkpointing.interval: 1s}
        """
            .formatted(broker.bootstrapServers(), directory.resolve("state")));
  }

  private static void succeed(String... arguments) {
    CommandLineRun run = CommandLineRun.of(arguments);
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static Map<String, JsonNode> inTopic(EmbeddedBroker broker, ResultStream stream)
      throws IOException {
    Map<String, JsonNode> records = new TreeMap<>();
    List<JsonNode> all = Results.inTopic(broker.bootstrapServers(), stream);
    if (stream == ResultStream.QUALITY) {
      all.forEach(record -> records.put(Integer.toString(records.size()), record));
      return records;
    }
    return Results.byIdentity(all);
  }

  private static void assertEqualRecords(
      Map<String, JsonNode> found, Map<String, JsonNode> expected) {
    expected.forEach((key, record) -> assertThat(found.get(key)).as(key).isEqualTo(record));
  }
}
