package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.Offsets;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.Checkpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The idle flush asks a real broker whether everything is read. */
@Tag("slow")
@Timeout(180)
final class IdleFlushIT {
  private static final long YEAR_MILLIS = 365L * 86_400_000;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final String INPUT = "otlp_spans";
  private static final int TRACES = 30;

  @TempDir private Path directory;

  /** The marker that ends a transaction takes an offset that no record has. */
  @Test
  void theLastTracesCloseBehindATransactionAndAFirstRecordFromTheFuture() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      createTopics(broker);
      sendInOneTransaction(broker);
      Set<String> expected =
          IntStream.rangeClosed(1, TRACES)
              .mapToObj(IdleFlushIT::traceId)
              .collect(Collectors.toSet());

      try (EmbeddedJob job = EmbeddedJob.start(config(broker, "2s"), false, Optional.empty())) {
        while (!traces(broker).containsAll(expected) || accounts(broker).isEmpty()) {
          assertThat(job.failed()).isFalse();
        }
      }

      assertThat(traces(broker)).isEqualTo(expected);
      JsonNode accounts = Results.accounts(accounts(broker));
      assertThat(accounts.path("idleFlushes").asLong()).isPositive();
      assertThat(accounts.path("spans").path("used").asLong()).isEqualTo(TRACES);
      assertThat(accounts.path("spans").path("late").asLong()).isZero();
    }
  }

  /** Nothing is read after the restart: what was restored closes all the same. */
  @Test
  void theLastTracesCloseInAJobThatIsRestartedBehindThem() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      createTopics(broker);
      sendInOneTransaction(broker);
      Checkpoints checkpoints = Checkpoints.of(config(broker, "0s"));
      try (EmbeddedJob job = EmbeddedJob.start(config(broker, "0s"), false, Optional.empty());
          Offsets offsets = new Offsets(broker.bootstrapServers())) {
        while (offsets.confirmed("tracemill", INPUT) < TRACES + 1) {
          assertThat(job.failed()).isFalse();
        }
        job.close();
        // Checkpoints come and go until it has ended.
        assertThatThrownBy(job::await).hasStackTraceContaining("JobCancellationException");
      }
      assertThat(traces(broker)).isEmpty();

      Optional<String> newest = checkpoints.newest().map(Path::toString);
      try (EmbeddedJob job = EmbeddedJob.start(config(broker, "2s"), false, newest)) {
        while (traces(broker).size() < TRACES || accounts(broker).isEmpty()) {
          assertThat(job.failed()).isFalse();
        }
      }
    }
  }

  private static void createTopics(EmbeddedBroker broker) {
    Topics.create(broker, INPUT, 1);
    for (ResultStream stream : ResultStream.values()) {
      Topics.create(broker, stream.topic("tracemill"), 1);
    }
  }

  private static void sendInOneTransaction(EmbeddedBroker broker) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "sender");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int i = 0; i <= TRACES; i++) {
        long millis = START_MILLIS + 100L * i + (i == 0 ? YEAR_MILLIS : 0);
        byte[] request = OneSpan.line(i + 1, START_MILLIS, "GET /").getBytes(UTF_8);
        var unused = producer.send(new ProducerRecord<>(INPUT, 0, millis, null, request));
      }
      producer.commitTransaction();
    }
  }

  private static String traceId(int number) {
    return "%032x".formatted(number + 1);
  }

  private static Set<String> traces(EmbeddedBroker broker) throws Exception {
    return Results.inTopic(broker.bootstrapServers(), ResultStream.TRACES).stream()
        .map(trace -> trace.path("traceId").asText())
        .collect(Collectors.toSet());
  }

  /** What the job says of itself as soon as the pane of its traces is over. */
  private static List<JsonNode> accounts(EmbeddedBroker broker) throws Exception {
    return Results.inTopic(broker.bootstrapServers(), ResultStream.QUALITY).stream()
        .filter(report -> report.path("scope").asText().equals("job"))
        .filter(report -> report.path("spans").path("used").asLong() == TRACES)
        .toList();
  }

  private TracemillConfig config(EmbeddedBroker broker, String idleFlush) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("run.yaml"),
            """
            kafka: {bootstrap-servers: "%s", encoding: otlp_json, start: earliest}
            assembly: {quiet-period: 2s, root-grace: 1s, idle-flush: %s}
            pane: 1s
            profiles: {window: 2s, slide: 1s}
            output: {traces: true}
            store: {path: "target/stores/IdleFlushIT"}
            state: {directory: "%s"}
            flink: {rest.port: "0", execution.checkpointing.interval: 1s, parallelism.default: "2"}
            """
                .formatted(broker.bootstrapServers(), idleFlush, directory.resolve("state")));
    return ConfigFile.load(file, Map.of());
  }
}
