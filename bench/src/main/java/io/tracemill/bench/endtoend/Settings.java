package io.tracemill.bench.endtoend;

import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Wire;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of the end-to-end benchmark. */
final class Settings {
  static final int PARTITIONS = 12;
  private static final String CHECKPOINT_INTERVAL = "execution.checkpointing.interval";
  private static final String CHECKPOINT_INTERVAL_DEFAULT = "10s";

  @Option(
      names = "--spans",
      paramLabel = "N",
      description = "Spans in the topic (default: ${DEFAULT-VALUE}).")
  long spans = 70_000_000;

  @Option(
      names = "--encoding",
      paramLabel = "E",
      description =
          "otlp: requests of many spans, as the OpenTelemetry Collector sends them; jaeger: one"
              + " span a record, the trace id as key, as Jaeger's collector does (default: otlp).")
  Wire wire = Wire.OTLP;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Spans that are read before the clock counts (default: ${DEFAULT-VALUE}).")
  long warmUp = 40_000_000;

  @Option(
      names = "--event-rate",
      paramLabel = "N",
      description = "Spans to a second of the records' timestamps (default: ${DEFAULT-VALUE}).")
  long spansPerEventSecond = 1_000_000;

  @Option(
      names = "--spans-per-trace",
      paramLabel = "N",
      description = "(default: ${DEFAULT-VALUE}).")
  int spansPerTrace = Traffic.standard().spansPerTrace();

  @Option(names = "--endpoints", paramLabel = "N", description = "(default: ${DEFAULT-VALUE}).")
  int endpoints = Traffic.standard().endpoints();

  @Option(
      names = "--categories",
      paramLabel = "N",
      description = "Call trees of all endpoints together (default: ${DEFAULT-VALUE}).")
  int categories = Traffic.standard().categories();

  @Option(
      names = "--spans-per-record",
      paramLabel = "N",
      description = "Of OTLP, about (default: ${DEFAULT-VALUE}).")
  int spansPerRecord = Traffic.standard().spansPerRecord();

  @Option(
      names = "--giant",
      paramLabel = "N",
      description =
          "A trace of so many spans in the middle of the topic, a record of it between any two"
              + " batches of the others.")
  int giant;

  @Option(
      names = "--state",
      paramLabel = "S",
      description = "heap, or rocksdb with incremental checkpoints (default: heap).")
  State state = State.HEAP;

  @Option(names = "--parallelism", paramLabel = "N", description = "(default: ${DEFAULT-VALUE}).")
  int parallelism = 2;

  @Option(
      names = "--quiet-period",
      paramLabel = "D",
      description =
          "assembly.quiet-period and assembly.root-grace; 'default' for what they are without"
              + " configuration (default: ${DEFAULT-VALUE}).")
  String quietPeriod = "2s";

  @Option(names = "--window", paramLabel = "D", description = "(default: ${DEFAULT-VALUE}).")
  String window = "30s";

  @Option(names = "--slide", paramLabel = "D", description = "(default: ${DEFAULT-VALUE}).")
  String slide = "5s";

  @Option(
      names = "--pane",
      paramLabel = "D",
      description =
          "changes.pane; an endpoint is watched after six panes at the earliest (default:"
              + " ${DEFAULT-VALUE}).")
  String pane = "5s";

  @Option(
      names = "--no-changes",
      description =
          "changes.enabled is false in the stage job too, and the stage unwatched is left out.")
  boolean noChanges;

  @Option(
      names = "--flink",
      paramLabel = "KEY=VALUE",
      description = "A setting of Flink; several times for several.")
  Map<String, String> flink = new LinkedHashMap<>();

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "The job's -Xmx (default: ${DEFAULT-VALUE}).")
  String heap = "4g";

  @Option(
      names = "--broker-heap",
      paramLabel = "SIZE",
      description = "The broker's -Xmx (default: ${DEFAULT-VALUE}).")
  String brokerHeap = "1g";

  @Option(
      names = "--jvm",
      paramLabel = "OPTION",
      description = "An option of the job's JVM; several times for several.")
  List<String> jvm = List.of();

  @Option(
      names = "--limit",
      paramLabel = "MINUTES",
      description = "A stage that takes longer has failed (default: ${DEFAULT-VALUE}).")
  int limitMinutes = 60;

  @Option(
      names = "--only",
      paramLabel = "STAGE",
      description = "Run one only: ${COMPLETION-CANDIDATES}.")
  Optional<Stage> only = Optional.empty();

  @Option(
      names = "--jfr",
      paramLabel = "DIR",
      description = "Keep a recording of Java Flight Recorder for each stage there.")
  Optional<Path> recordings = Optional.empty();

  /** What these options of the command line say. */
  static Settings of(List<String> options) {
    Settings settings = new Settings();
    new CommandLine(settings)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(options.toArray(String[]::new));
    return settings;
  }

  List<Stage> stages() {
    return only.map(List::of)
        .orElse(noChanges ? List.of(Stage.CEILING, Stage.JOB) : List.of(Stage.values()));
  }

  /** Whether changes are detected in a stage. */
  boolean detects(Stage stage) {
    return stage == Stage.JOB && !noChanges;
  }

  Traffic traffic() {
    return new Traffic(CallTree.Shape.MIXED, spansPerTrace, endpoints, categories, spansPerRecord);
  }

  /** Options of the JVM that runs a stage. */
  List<String> jobOptions(Stage stage) {
    List<String> options = new ArrayList<>(List.of("-Xmx" + heap));
    recordings.ifPresent(
        directory ->
            options.add(
                "-XX:StartFlightRecording=settings=profile,filename="
                    + directory.resolve(stage.label() + ".jfr").toAbsolutePath()));
    options.addAll(jvm);
    return options;
  }

  /** Says what is measured, and how much event time that is. */
  void print(PrintStream out) {
    out.printf(
        "%s, %s a record; quiet period and root grace %s, window %s, slide %s, pane %s; parallelism %d, heap %s, %s state,"
            + " a checkpoint every %s%n",
        wire.encoding().label(),
        wire == Wire.JAEGER ? "one span" : "about %d spans".formatted(spansPerRecord),
        quietPeriod,
        window,
        slide,
        noChanges ? "none" : pane,
        parallelism,
        heap,
        state.label(),
        flink.getOrDefault(CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL_DEFAULT));
    if (giant > 0) {
      out.printf("among them one trace of %,d spans, in the middle%n", giant);
    }
    out.printf(
        "measured after %,d spans, over %,d s of event time%n%n",
        warmUp, (spans - warmUp) / spansPerEventSecond);
  }

  /** The prefix of a stage's output topics. */
  static String prefix(Stage stage) {
    return "bench-" + stage.label();
  }

  /** The configuration file of a stage. */
  String config(Stage stage, String bootstrapServers, Path stateDirectory) {
    Map<String, String> merged = new LinkedHashMap<>();
    merged.put("parallelism.default", Integer.toString(parallelism));
    merged.put(CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL_DEFAULT);
    // A run that failed and went on is no measurement.
    merged.put("restart-strategy.type", "disable");
    merged.putAll(state.flink());
    merged.putAll(flink);
    StringBuilder yaml = new StringBuilder();
    yaml.append("kafka.bootstrap-servers: \"%s\"%n".formatted(bootstrapServers));
    yaml.append("kafka.topics: [%s]%n".formatted(wire.topic()));
    yaml.append("kafka.encoding: %s%n".formatted(wire.encoding().label()));
    yaml.append("kafka.group-id: %s%n".formatted(prefix(stage)));
    yaml.append("kafka.start: earliest%n".formatted());
    yaml.append("output.prefix: %s%n".formatted(prefix(stage)));
    yaml.append("profiles: {window: %s, slide: %s}%n".formatted(window, slide));
    if (!quietPeriod.equals("default")) {
      yaml.append("assembly: {quiet-period: %1$s, root-grace: %1$s}%n".formatted(quietPeriod));
    }
    yaml.append("changes: {enabled: %s, pane: %s}%n".formatted(detects(stage), pane));
    yaml.append("state.directory: \"%s\"%n".formatted(stateDirectory));
    yaml.append("flink:%n".formatted());
    merged.forEach((key, value) -> yaml.append("  %s: \"%s\"%n".formatted(key, value)));
    return yaml.toString();
  }
}
