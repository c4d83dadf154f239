package io.tracemill.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.TracemillJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import kafka.server.KafkaConfig;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The containers of the compose file are configured for each other. */
class ComposeConfigurationTest {
  private static final String CONFIG = "deploy/compose/tracemill.yaml";
  private static final String TOKEN = "deploy/prometheus/console-token";
  private static final String PARTITIONS = "2";

  private final ComposeFile compose = new ComposeFile();
  private final TracemillConfig config =
      ConfigFile.load(ComposeFile.root().resolve(CONFIG), Map.of());
  private final JsonNode collector = ComposeFile.yaml("deploy/compose/collector.yaml");

  @Test
  void theBrokerHasSettingsOfKafkaThatGoTogether() {
    Properties settings = new Properties();
    compose
        .service("kafka")
        .path("environment")
        .properties()
        .forEach(
            variable ->
                settings.setProperty(setting(variable.getKey()), variable.getValue().asText()));

    assertThat(KafkaConfig.configDef().names()).containsAll(settings.stringPropertyNames());
    assertThat(KafkaConfig.fromProps(settings, false).getList("log.dirs"))
        .containsExactly(target("kafka", "kafka"));
    assertThat(settings.getProperty("advertised.listeners"))
        .contains("//" + config.get(Keys.KAFKA_BOOTSTRAP_SERVERS) + ",", "//localhost:9092");
  }

  /** As the image does it: {@code KAFKA_NODE_ID} is {@code node.id}. */
  private static String setting(String variable) {
    assertThat(variable).startsWith("KAFKA_");
    return variable.substring("KAFKA_".length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  @Test
  void theTopicsAreThoseOfTheTopicsCommand() {
    String script = ComposeFile.text("deploy/compose/topics.sh");

    CommandLineRun topics =
        CommandLineRun.of(
            "topics",
            "--config",
            ComposeFile.root().resolve(CONFIG).toString(),
            "--partitions",
            PARTITIONS);

    assertThat(script)
        .as("deploy/compose/topics.sh is out of date")
        .endsWith("\n\n" + topics.out());
    assertThat(script.replace(topics.out(), "").lines())
        .filteredOn(line -> line.startsWith("kafka-topics.sh "))
        .containsExactlyElementsOf(
            config.get(Keys.KAFKA_TOPICS).stream().map(this::createInput).toList());
  }

  private String createInput(String topic) {
    return "kafka-topics.sh --create --if-not-exists --bootstrap-server %s --topic %s"
            .formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS), topic)
        + " --partitions %s --replication-factor 1 --config %s=LogAppendTime"
            .formatted(PARTITIONS, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
  }

  @Test
  void theJobIsGivenItsConfiguration() {
    assertThat(compose.jobManagerCommand())
        .containsExactly(
            "standalone-job",
            "--job-classname",
            TracemillJob.class.getName(),
            "--",
            "--config",
            target("jobmanager", "./" + CONFIG),
            "--resume");
  }

  @Test
  void checkpointsAndStoreAreWhereEveryProcessOfTheJobFindsThem() {
    for (String service : Set.of("checkpoints", "jobmanager", "taskmanager")) {
      assertThat(target(service, "checkpoints")).isEqualTo(config.get(Keys.STATE_DIRECTORY));
      assertThat(target(service, "store")).isEqualTo(config.get(Keys.STORE_PATH));
    }
    assertThat(ComposeFile.texts(compose.service("checkpoints").path("entrypoint")))
        .endsWith(config.get(Keys.STORE_PATH), config.get(Keys.STATE_DIRECTORY));
  }

  /** Its token is a placeholder of this project, in a file that Prometheus reads too. */
  @Test
  void theConsoleShowsWhatTheJobWrites(@TempDir Path directory) throws IOException {
    String mounted = "/run/secrets/" + compose.service("console").path("secrets").path(0).asText();
    String text = ComposeFile.text("deploy/compose/console.yaml");
    assertThat(text).contains("${file:" + mounted + "}");
    Path token = ComposeFile.root().resolve(TOKEN);
    TracemillConfig console =
        ConfigFile.load(
            Files.writeString(
                directory.resolve("console.yaml"), text.replace(mounted, token.toString())),
            Map.of());

    for (Key<?> same : List.of(Keys.KAFKA_BOOTSTRAP_SERVERS, Keys.STORE_PATH, Keys.LINKS_TRACE)) {
      assertThat((Object) console.get(same)).isEqualTo(config.get(same));
    }
    assertThat(console.get(Keys.CONSOLE_TOKEN)).startsWith("change-me");
    assertThat(target("console", "store")).isEqualTo(console.get(Keys.STORE_PATH));
    assertThat(ComposeFile.texts(compose.service("console").path("ports")))
        .containsExactly("127.0.0.1:%1$d:%1$d".formatted(console.get(Keys.CONSOLE_PORT)));
    assertThat(compose.document().at("/secrets/console-token/file").asText())
        .isEqualTo("./" + TOKEN);
  }

  @Test
  void theTaskManagerHasRoomForTheJob() {
    Configuration flink = Configuration.fromMap(compose.flinkProperties("taskmanager"));

    assertThat(flink.keySet())
        .filteredOn(key -> !key.startsWith("metrics.reporter."))
        .containsExactlyInAnyOrder(
            TaskManagerOptions.NUM_TASK_SLOTS.key(),
            TaskManagerOptions.TOTAL_PROCESS_MEMORY.key(),
            TaskManagerOptions.MANAGED_MEMORY_SIZE.key());
    int parallelism = Integer.parseInt(config.get(Keys.FLINK).get("parallelism.default"));
    assertThat(flink.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(parallelism);
    long heap = TaskExecutorProcessUtils.processSpecFromConfig(flink).getTaskHeapSize().getBytes();
    assertThat(parallelism * config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES)).isLessThan(heap / 2);
  }

  @Test
  void prometheusScrapesEveryProcessOfTheJobWhereItsReporterAnswers() {
    JsonNode scraped =
        ComposeFile.yaml(MonitoringFiles.PROMETHEUS)
            .path("scrape_configs")
            .path(0)
            .path("dns_sd_configs")
            .path(0);

    assertThat(ComposeFile.texts(scraped.path("names")))
        .containsExactly("jobmanager", "taskmanager")
        .allSatisfy(
            service ->
                assertThat(compose.flinkProperties(service))
                    .containsEntry(
                        "metrics.reporter.prom.factory.class",
                        "org.apache.flink.metrics.prometheus.PrometheusReporterFactory")
                    .containsEntry("metrics.reporter.prom.port", scraped.path("port").asText()));
  }

  @Test
  void prometheusScrapesTheConsoleWithItsToken() {
    JsonNode console = ComposeFile.yaml(MonitoringFiles.PROMETHEUS).path("scrape_configs").path(1);

    assertThat(console.path("job_name").asText()).isEqualTo("console");
    assertThat(ComposeFile.texts(console.path("static_configs").path(0).path("targets")))
        .containsExactly("console:" + TracemillConfig.defaults().get(Keys.CONSOLE_PORT));
    assertThat(target("prometheus", "./" + TOKEN))
        .isEqualTo("/etc/prometheus/" + console.at("/authorization/credentials_file").asText());
  }

  @Test
  void prometheusFindsItsRulesWhereItsConfigurationSays() {
    String file = ComposeFile.yaml(MonitoringFiles.PROMETHEUS).path("rule_files").path(0).asText();

    assertThat(target("prometheus", "./" + MonitoringFiles.RULES))
        .isEqualTo(
            Path.of(target("prometheus", "./" + MonitoringFiles.PROMETHEUS))
                .resolveSibling(file)
                .toString());
  }

  @Test
  void grafanaFindsItsDashboardsAndItsPrometheus() {
    JsonNode provider = ComposeFile.yaml("deploy/grafana/dashboards.yml").path("providers").path(0);
    JsonNode source =
        ComposeFile.yaml("deploy/grafana/datasources.yml").path("datasources").path(0);

    for (String dashboard : List.of(MonitoringFiles.DASHBOARD, MonitoringFiles.ENDPOINTS)) {
      assertThat(target("grafana", "./" + dashboard))
          .startsWith(provider.path("options").path("path").asText() + "/");
    }
    assertThat(source.path("url").asText()).isEqualTo("http://prometheus:9090");
    assertThat(ComposeFile.texts(compose.service("prometheus").path("ports")))
        .containsExactly("127.0.0.1:9090:9090");
  }

  @Test
  void theCollectorWritesWhatTheJobReads() {
    JsonNode kafka = collector.path("exporters").path("kafka");

    assertThat(ComposeFile.texts(kafka.path("brokers")))
        .containsExactly(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
    assertThat(List.of(kafka.path("traces").path("topic").asText()))
        .isEqualTo(config.get(Keys.KAFKA_TOPICS));
    assertThat(kafka.path("traces").path("encoding").asText())
        .isEqualTo(config.get(Keys.KAFKA_ENCODING));
  }

  @Test
  void theCollectorUsesWhatItDefinesAndNothingElse() {
    for (String kind : List.of("receivers", "processors", "exporters")) {
      Set<String> defined = new HashSet<>();
      collector.path(kind).fieldNames().forEachRemaining(defined::add);
      Set<String> used = new HashSet<>();
      for (JsonNode pipeline : collector.path("service").path("pipelines")) {
        used.addAll(ComposeFile.texts(pipeline.path(kind)));
      }
      assertThat(used).as(kind).isNotEmpty().isEqualTo(defined);
    }
  }

  @Test
  void theCollectorListensWhereItsPortsArePublishedAndSendsToJaeger() {
    JsonNode protocols = collector.path("receivers").path("otlp").path("protocols");

    assertThat(ComposeFile.texts(compose.service("collector").path("ports")))
        .containsExactlyInAnyOrder(
            published(protocols.path("grpc")), published(protocols.path("http")));
    assertThat(compose.services())
        .containsKey(
            collector
                .path("exporters")
                .path("otlp/jaeger")
                .path("endpoint")
                .asText()
                .split(":")[0]);
    assertThat(ComposeFile.texts(compose.service("collector").path("command")))
        .containsExactly("--config", target("collector", "./deploy/compose/collector.yaml"));
  }

  private static String published(JsonNode protocol) {
    String port = protocol.path("endpoint").asText().split(":")[1];
    return "127.0.0.1:" + port + ":" + port;
  }

  private String target(String service, String source) {
    return compose.mounts().stream()
        .filter(mount -> mount.service().equals(service) && mount.source().equals(source))
        .map(ComposeFile.Mount::target)
        .findFirst()
        .orElseThrow();
  }
}
