package io.tracemill.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.Topics;
import io.tracemill.pipeline.config.ConfigFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prometheus itself reads the alert rules, and finds what they and the dashboard ask for in a job
 * that runs. Where it is not installed, {@link MonitoringFilesTest} has to do.
 */
@Tag("slow")
@Timeout(240)
final class RealPrometheusIT {
  private static final Optional<Path> PROMETHEUS = RealPrometheus.program("prometheus");
  private static final Optional<Path> PROMTOOL = RealPrometheus.program("promtool");
  private static final String INPUT = "otlp_spans";
  private static final int TRACES = 1_000;

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedBroker broker;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedJob job;

  @SuppressWarnings("NullAway.Init")
  private static RealPrometheus prometheus;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(PROMETHEUS.isPresent() && PROMTOOL.isPresent(), "there is no prometheus");
    broker = EmbeddedBroker.start();
    Topics.create(broker);
    send(broker);
    int port = FreePorts.any();
    job = EmbeddedJob.start(ConfigFile.load(config(port), Map.of()), false, Optional.empty());
    Path rules = ComposeFile.root().resolve(MonitoringFiles.RULES);
    prometheus = RealPrometheus.start(PROMETHEUS.orElseThrow(), directory, rules, port);
  }

  private static void send(EmbeddedBroker broker) throws Exception {
    GoodTraces traces = new GoodTraces(INPUT, 3, 1_700_000_000_000L, 100);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      records.addAll(traces.trace(i));
    }
    ProducerRecord<byte[], byte[]> first = records.get(0);
    byte[] garbage = "garbage".getBytes(UTF_8);
    records.add(new ProducerRecord<>(INPUT, 0, first.timestamp(), first.key(), garbage));
    records.sort(Comparator.comparingLong(ProducerRecord::timestamp));
    Topics.send(broker, records);
  }

  /** With the reporter as it is on Kubernetes, and somebody to post to who is never there. */
  private static Path config(int reporterPort) throws Exception {
    Map<String, String> reporter = new KubernetesManifest().flinkConfiguration();
    reporter.keySet().removeIf(key -> !key.startsWith("metrics.reporter."));
    reporter.put("metrics.reporter.prom.port", Integer.toString(reporterPort));
    return Files.writeString(
        directory.resolve("run.yaml"),
        """
        kafka: {bootstrap-servers: "%s", encoding: otlp_proto, start: earliest}
        assembly: {quiet-period: 2s, root-grace: 1s, idle-flush: 5s}
        profiles: {window: 30s, slide: 30s}
        alertmanager: {url: "http://127.0.0.1:1"}
        webhook: {url: "${file:%s}"}
        stacks: {topics: [otlp_profiles]}
        anomalies: {models: models}
        store: {path: "%s"}
        state: {directory: "%s"}
        flink:
          rest.port: "0"
          execution.checkpointing.interval: 1s
          parallelism.default: "2"
        %s
        """
            .formatted(
                broker.bootstrapServers(),
                Files.writeString(directory.resolve("webhook"), "http://127.0.0.1:1/"),
                directory.resolve("index"),
                directory.resolve("state"),
                reporter.entrySet().stream()
                    .map(option -> "  %s: \"%s\"".formatted(option.getKey(), option.getValue()))
                    .collect(Collectors.joining("\n"))));
  }

  @AfterAll
  static void stop() throws Exception {
    if (prometheus != null) {
      prometheus.close();
    }
    if (job != null) {
      job.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @AfterAll
  static void sayWhatRan() {
    System.out.println(
        PROMETHEUS
            .filter(program -> PROMTOOL.isPresent())
            .map(program -> "prometheus: tested with " + program)
            .orElse("prometheus: skipped, it is not installed; the files were only parsed"));
  }

  @Test
  void theRulesAreValidAndFireWhenTheyShould() throws Exception {
    promtool("check", "config", MonitoringFiles.PROMETHEUS);
    promtool("check", "rules", MonitoringFiles.RULES);
    promtool("test", "rules", MonitoringFiles.RULE_TESTS);
  }

  private static void promtool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(PROMTOOL.orElseThrow().toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(ComposeFile.root().toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  /** What the job reads is years old. */
  @Test
  void anAlertIsOnItsWayWhereItsConditionHoldsAndNowhereElse() throws Exception {
    Set<String> onItsWay = Set.of("pending", "firing");
    while (!onItsWay.contains(state("TracemillTooLateToPage"))) {
      assertThat(job.failed()).isFalse();
    }

    assertThat(state("TracemillBehind")).isIn(onItsWay);
    for (String quiet : List.of("TracemillRestarting", "TracemillBlind", "TracemillPostsLost")) {
      assertThat(state(quiet)).as(quiet).isEqualTo("inactive");
    }
  }

  private static String state(String alert) throws Exception {
    return loaded().stream()
        .filter(rule -> rule.path("name").asText().equals(alert))
        .findFirst()
        .orElseThrow()
        .path("state")
        .asText();
  }

  private static List<JsonNode> loaded() throws Exception {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : prometheus.json("/api/v1/rules").path("data").path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  @Test
  void everySeriesThatRulesAndDashboardNameIsThere() throws Exception {
    for (String expression : MonitoringFiles.expressions()) {
      for (String selector : MonitoringFiles.selectors(expression)) {
        await(selector);
      }
    }
  }

  @Test
  void everyPanelShowsSomething() throws Exception {
    for (String expression : MonitoringFiles.dashboardExpressions(MonitoringFiles.DASHBOARD)) {
      await(expression);
    }
  }

  @Test
  void whatNoRuleAsksForOfKafkasClientsIsLeftOut() throws Exception {
    await(MonitoringFiles.OWN + "recordsReceived > 0");

    assertThat(prometheus.query("{__name__=~\"flink_.+_Kafka(Producer|Consumer)_.+\"}")).isEmpty();
  }

  private static void await(String expression) throws Exception {
    while (prometheus.query(expression).isEmpty()) {
      assertThat(job.failed()).as(expression).isFalse();
    }
  }

  @Test
  void theManualHasAllOfTheJobsOwnMetricsAndNoOthers() throws Exception {
    await(MonitoringFiles.OWN + "recordsDeadLettered > 0");
    Set<String> there = new TreeSet<>();
    prometheus
        .query("count by (__name__) ({__name__=~\"" + MonitoringFiles.OWN + ".+\"})")
        .forEach(series -> there.add(series.path("metric").path("__name__").asText()));
    String own = MonitoringFiles.section("Metrics").split("\nFlink's own metrics")[0];

    assertThat(MonitoringFiles.firstColumn(own))
        .map(name -> MonitoringFiles.OWN + name)
        .containsExactlyInAnyOrderElementsOf(there);
  }
}
