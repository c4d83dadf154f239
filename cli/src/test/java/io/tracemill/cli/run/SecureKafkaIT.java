package io.tracemill.cli.run;

import static io.tracemill.cli.run.SecureKafka.ANY_SECRET;
import static io.tracemill.cli.run.SecureKafka.TRACES;
import static io.tracemill.cli.run.SecureKafka.USER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.LoggedText;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.results.ResultTopics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The job on a Kafka that demands TLS, SASL and permission; no secret is in what is printed, logged
 * or served by Flink.
 */
@Tag("slow")
@Timeout(180)
final class SecureKafkaIT {
  @TempDir private static Path secrets;

  @AutoClose private static SecureKafka kafka;

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init")
  private LoggedText logged;

  @BeforeAll
  static void startKafka() throws Exception {
    kafka = SecureKafka.start(secrets);
  }

  @BeforeEach
  void startLogging() {
    logged = LoggedText.start();
  }

  @AfterEach
  void noSecretWasLogged() {
    logged.close();
    assertThat(logged.text()).doesNotContain(ANY_SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void resultsComeThroughTlsAndSasl(String delivery) throws Exception {
    kafka.send("spans-" + delivery);
    String yaml = kafka.yaml(delivery, directory, 0) + "output.delivery: " + delivery + "\n";
    if (delivery.equals("exactly-once")) {
      kafka.allowReading(delivery);
      kafka.broker().allow(USER, ResourceType.TRANSACTIONAL_ID, "tracemill-", AclOperation.WRITE);
    }

    run(yaml, "--until-now", "--create-topics").succeeds();
    assertThat(logged.text())
        .contains("AdminClientConfig values", "ConsumerConfig values", "ProducerConfig values");
    assertThat(
            Results.recordsOfEndedJob(
                kafka.administrator().settings(), "tracemill." + delivery + ".traces.v1"))
        .hasSize(TRACES);
  }

  /** The screen's consumer is one more client, and so is that which asks for the end offsets. */
  @Test
  void aJobThatGoesOnIsFlushedAndWatchedThroughTlsAndSasl() throws Exception {
    kafka.send("spans-ongoing");
    kafka.allowReading("ongoing");
    int webPort = FreePorts.any();
    TracemillConfig config = load(kafka.yaml("ongoing", directory, webPort));
    try (KafkaAccess access = new KafkaAccess(config)) {
      access.create(KafkaAccess.outputs(config));
    }
    ScreenState state = new ScreenState(0, 0, record -> true, Clock.systemUTC());
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty());
        ResultTopics results = new ResultTopics(config, ScreenState.STREAMS)) {
      results.startBack(ResultTopics.ALL);
      while (!state.hasEndpoints() && System.nanoTime() < end) {
        results.poll().forEach(record -> state.accept(record.stream(), record.text()));
      }
      assertThat(job.failed()).isFalse();
      assertThat(state.hasEndpoints()).isTrue();
      assertThat(servedByFlink(webPort)).contains("s3.secret-key").doesNotContain(ANY_SECRET);
    }
  }

  private TracemillConfig load(String yaml) throws IOException {
    return ConfigFile.load(Files.writeString(directory.resolve("run.yaml"), yaml), Map.of());
  }

  private CommandLineRun run(String yaml, String... more) throws IOException {
    CommandLineRun run = CommandLineRun.configured(directory, yaml, "run", more);
    assertThat(run.out() + run.err()).doesNotContain(ANY_SECRET);
    return run;
  }

  /** What the web UI has to show of the cluster's configuration and of the job. */
  private static String servedByFlink(int port) throws Exception {
    String overview = get(port, "/jobs/overview");
    String job = new ObjectMapper().readTree(overview).at("/jobs/0/jid").asText();
    StringBuilder served = new StringBuilder(overview);
    for (String path : List.of("", "/config", "/plan", "/checkpoints/config", "/exceptions")) {
      served.append(get(port, "/jobs/" + job + path));
    }
    for (String path : List.of("/config", "/jobmanager/config", "/jobmanager/environment")) {
      served.append(get(port, path));
    }
    return served.toString();
  }

  private static String get(int port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    return response.body();
  }
}
