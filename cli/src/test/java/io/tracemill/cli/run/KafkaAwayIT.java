package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.KafkaProcess;
import io.tracemill.cli.cluster.FlinkRest;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import io.tracemill.connectors.output.ResultStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} says while its broker is away. */
@Tag("slow")
@Timeout(400)
final class KafkaAwayIT {
  @TempDir private Path directory;

  @Test
  void aBrokerThatGoesAndComesIsALineEachAndNoStackTrace() throws Exception {
    List<Integer> ports = FreePorts.find(3);
    try (KafkaProcess kafka = KafkaProcess.start(directory, ports.get(0), ports.get(1))) {
      kafka.createTopic("otlp_spans", 1);
      for (ResultStream stream : ResultStream.values()) {
        kafka.createTopic(stream.topic("tracemill"), 1);
      }
      Path config = Files.writeString(directory.resolve("run.yaml"), yaml(kafka, ports.get(2)));
      try (JavaProcess run =
          JavaProcess.commandLine(
              directory.resolve("said"),
              List.of(),
              List.of("run", "--quiet", "--config", config.toString()))) {
        FlinkRest flink = new FlinkRest(ports.get(2));
        Patience.until("all tasks run", () -> allTasksRun(job(flink)));
        kafka.kill();
        run.await(() -> run.said().contains("has been out of reach since"));
        Patience.until("the job has failed", () -> !allTasksRun(job(flink)));
        kafka.startAgain();
        run.await(() -> run.said().contains("is back, at"));
        Patience.until("all tasks run again", () -> allTasksRun(job(flink)));

        assertThat(run.said().lines())
            .hasSize(3)
            .allMatch(line -> line.startsWith("tracemill: "))
            .element(1)
            .asString()
            .contains("Kafka at " + kafka.bootstrapServers())
            .endsWith(" UTC; the job waits and continues by itself");
      }
    }
  }

  private static JsonNode job(FlinkRest flink) throws Exception {
    return flink.get("/jobs/overview").path("jobs").path(0);
  }

  private static boolean allTasksRun(JsonNode job) {
    int running = job.path("tasks").path("running").asInt();
    return running > 0 && running == job.path("tasks").path("total").asInt();
  }

  private String yaml(KafkaProcess kafka, int webPort) {
    return """
        kafka: {bootstrap-servers: "%s"}
        store: {path: "target/stores/KafkaAwayIT"}
        state: {directory: "%s"}
        flink: {rest.port: %d}
        """
        .formatted(kafka.bootstrapServers(), directory.resolve("state"), webPort);
  }
}
