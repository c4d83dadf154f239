package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.OneSpan;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} says about a job that ran before it, or that runs beside it. */
@Tag("slow")
@Timeout(180)
final class RunAgainIT {
  private static final String INPUT = "otlp_spans";

  @TempDir private Path directory;

  @AutoClose private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start();
    Topics.create(broker, INPUT, 1);
    for (ResultStream stream : ResultStream.values()) {
      Topics.create(broker, stream.topic("tracemill"), 1);
    }
  }

  @Test
  void stateOfAnotherMaxParallelismIsRefusedInOneLine() throws Exception {
    TracemillConfig config = ConfigFile.load(file("first", 128), Map.of());
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty())) {
      Patience.until("a checkpoint", () -> Checkpoints.of(config).newest().isPresent());
      assertThat(job.failed()).isFalse();
    }

    try (JavaProcess run = process(file("first", 64))) {
      Patience.until("the process has ended", () -> !run.isAlive());
      assertThat(run.said().lines())
          .hasSize(2)
          .last()
          .asString()
          .isEqualTo(
              "tracemill: state.max-parallelism: the state has 128, which cannot become 64; set it"
                  + " to 128 again, or ignore the state with --fresh");
    }
  }

  private JavaProcess process(Path config) throws IOException {
    return JavaProcess.commandLine(
        directory.resolve("said"), List.of(), List.of("run", "--config", config.toString()));
  }

  @Test
  void anotherJobInTheGroupIsTold() throws Exception {
    TracemillConfig config = ConfigFile.load(file("one", 128), Map.of());
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty());
        JavaProcess run = process(file("two", 128, "1h"))) {
      AtomicInteger sent = new AtomicInteger();
      Patience.until(
          "the other job is told",
          () -> {
            assertThat(job.failed()).isFalse();
            send(sent.incrementAndGet());
            return run.said().contains("another job commits");
          });
      assertThat(run.said()).contains("another job commits to the consumer group tracemill");
    }
  }

  private static void send(int number) throws Exception {
    byte[] request = OneSpan.line(number, System.currentTimeMillis(), "GET /").getBytes(UTF_8);
    Topics.send(broker, List.of(new ProducerRecord<>(INPUT, request)));
  }

  private Path file(String state, int maxParallelism) throws IOException {
    return file(state, maxParallelism, "1s");
  }

  private Path file(String state, int maxParallelism, String interval) throws IOException {
    return Files.writeString(
        directory.resolve(state + maxParallelism + ".yaml"),
        """
        kafka: {bootstrap-servers: "%s", encoding: otlp_json, start: earliest}
        store: {path: "target/stores/RunAgainIT"}
        state: {directory: "%s", max-parallelism: %d}
        flink: {rest.port: "0", execution.checkpointing.interval: %s, parallelism.default: "2"}
        """
            .formatted(
                broker.bootstrapServers(), directory.resolve(state), maxParallelism, interval));
  }
}
