package io.tracemill.bench.job;

import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Wire;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The settings of the traffic, and of the job that reads it. */
final class Settings {
  static final String TOPIC = "spans";
  static final int PARTITIONS = 12;

  @Option(names = "--spans-per-trace", description = "Spans of each trace.")
  int spansPerTrace = Traffic.standard().spansPerTrace();

  @Option(names = "--endpoints", description = "Of all traces together.")
  int endpoints = Traffic.standard().endpoints();

  @Option(
      names = "--categories",
      description = "Call trees of all endpoints together; at least one for each endpoint.")
  int categories = Traffic.standard().categories();

  @Option(names = "--state", description = "hashmap (on the heap) or rocksdb.")
  String state = "hashmap";

  @Option(names = "--parallelism", description = "Of the job.")
  int parallelism = 2;

  @Option(
      names = "--quiet-period",
      description = "assembly.quiet-period and root-grace; or 'default'")
  String quietPeriod = "2s";

  @Option(names = "--pane", description = "An endpoint is watched after six.")
  String pane = "30s";

  @Option(names = "--window", description = "profiles.window")
  String window = "5m";

  @Option(names = "--slide", description = "profiles.slide")
  String slide = "1m";

  @Option(names = "--set", description = "KEY=VALUE of the configuration.")
  Map<String, String> others = new LinkedHashMap<>();

  @Option(names = "--flink", description = "KEY=VALUE of Flink.")
  Map<String, String> flink = new LinkedHashMap<>();

  @Option(names = "--heap", description = "The job's -Xmx.")
  String heap = "4g";

  @Option(names = "--jvm", description = "An option of the job's JVM.")
  List<String> jvm = new ArrayList<>();

  Traffic traffic() {
    return new Traffic(
        CallTree.Shape.MIXED,
        spansPerTrace,
        endpoints,
        Math.max(endpoints, categories),
        Traffic.standard().spansPerRecord());
  }

  /** The settings in one line, for the head of a report. */
  @Override
  public String toString() {
    return "quiet period and root grace %s, pane %s, %s; parallelism %d, heap %s, %s state"
        .formatted(quietPeriod, pane, others, parallelism, heap, state);
  }

  /**
   * The job's configuration file.
   *
   * @param metricsPort the port that serves its metrics
   */
  String config(Wire wire, Stage stage, String bootstrapServers, Path state, int metricsPort) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("kafka.bootstrap-servers", "\"" + bootstrapServers + "\"");
    keys.put("kafka.topics", "[" + TOPIC + "]");
    keys.put("kafka.encoding", wire.encoding().label());
    keys.put("kafka.group-id", stage.prefix());
    keys.put("kafka.start", "earliest");
    keys.put("output.prefix", stage.prefix());
    keys.put("pane", pane);
    keys.put("profiles.window", window);
    keys.put("profiles.slide", slide);
    if (!quietPeriod.equals("default")) {
      keys.put("assembly.quiet-period", quietPeriod);
      keys.put("assembly.root-grace", quietPeriod);
    }
    keys.put(
        "changes.enabled", Boolean.toString(stage != Stage.CEILING && stage != Stage.UNWATCHED));
    boolean stored = stage == Stage.JOB || stage == Stage.UNWATCHED;
    keys.put("store.path", stored ? "\"" + state.resolve("store") + "\"" : "\"\"");
    keys.put("state.directory", "\"" + state + "\"");
    keys.putAll(others);
    keys.put("flink", "");
    flink(metricsPort).forEach((key, value) -> keys.put("  " + key, "\"" + value + "\""));
    StringBuilder yaml = new StringBuilder();
    keys.forEach((key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
    return yaml.toString();
  }

  private Map<String, String> flink(int metricsPort) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("parallelism.default", Integer.toString(parallelism));
    settings.put("execution.checkpointing.interval", "10s");
    // A run that failed and restarted is not a valid measurement.
    settings.put("restart-strategy.type", "disable");
    settings.put("rest.port", "0");
    settings.put(
        "metrics.reporter.prom.factory.class",
        "org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
    settings.put("metrics.reporter.prom.port", Integer.toString(metricsPort));
    settings.put("state.backend.type", state);
    // Only RocksDB's checkpoints can be incremental.
    settings.put("execution.checkpointing.incremental", "true");
    settings.putAll(flink);
    return settings;
  }
}
