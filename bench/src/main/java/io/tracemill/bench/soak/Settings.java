package io.tracemill.bench.soak;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.MemorySize;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of the soak. */
final class Settings {
  /** Of the topic that is read, the job's group and the prefix of its results. */
  static final String NAME = "soak";

  static final int PARTITIONS = 12;

  /** Of the traces that let all others close: one of two spans a partition. */
  static final int TAIL_SPANS = 2 * PARTITIONS;

  /** In so many, endpoints are watched long before the last third begins. */
  static final int MINUTES_TO_COMPARE = 15;

  /** Some seconds of work. */
  static final long RECORDS_AHEAD = 8_000;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long (default: ${DEFAULT-VALUE}).")
  int minutes = MINUTES_TO_COMPARE;

  @Option(
      names = "--speed",
      paramLabel = "N",
      description =
          "Spans of well-behaved bulk traffic a second, the hostile mix beside it"
              + " (default: ${DEFAULT-VALUE}).")
  long speed = 300_000;

  @Option(
      names = "--calibrate",
      description =
          "Send as fast as the job reads, with --speed spans to a second of the records' timestamps:"
              + " what full speed is, if endpoints were watched before the last third.")
  boolean calibrate;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Good traces of the hostile mix to a second, which the misdeeds are counted by"
              + " (default: ${DEFAULT-VALUE}).")
  int rate = 200;

  @Option(
      names = "--new-names",
      paramLabel = "N",
      description =
          "Names never seen before, for ten good traces of the mix (default: ${DEFAULT-VALUE}).")
  int newNames = 100;

  @Option(
      names = "--freshness",
      description =
          "Read profiles and quality too, and say how long after a window's end they"
              + " come; not with --calibrate.")
  boolean freshness;

  @Option(
      names = "--giant",
      paramLabel = "N",
      description =
          "A trace of so many spans in each minute but the first, its records spread over a"
              + " second (default: none).")
  int giant;

  @Option(
      names = "--quiet-period",
      paramLabel = "D",
      description = "assembly.quiet-period and assembly.root-grace (default: ${DEFAULT-VALUE}).")
  String quietPeriod = "2s";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "The job's -Xmx and -Xms (default: ${DEFAULT-VALUE}).")
  String heap = "4g";

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      description = "Growth that still is flat (default: ${DEFAULT-VALUE}).")
  double tolerance = 0.1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write the samples there, as soak.csv and soak.svg.")
  Optional<Path> directory = Optional.empty();

  /**
   * Refuses what cannot be.
   *
   * @throws CommandLine.ParameterException that names the option and what is allowed
   */
  void check(CommandLine line) {
    if (minutes < 2) {
      throw new CommandLine.ParameterException(
          line, "--minutes: %d is too short to tell thirds, at least 2".formatted(minutes));
    }
    if (giant < 0) {
      throw new CommandLine.ParameterException(line, "--giant: %d is negative".formatted(giant));
    }
    if (freshness && calibrate) {
      throw new CommandLine.ParameterException(
          line, "--freshness: with --calibrate timestamps do not go as the clock does");
    }
    if (rate < 1 || 1000 % rate != 0) {
      throw new CommandLine.ParameterException(line, "--rate: %d must divide 1000".formatted(rate));
    }
    if (newNames < 0 || newNames % 2 != 0) {
      throw new CommandLine.ParameterException(
          line, "--new-names: %d must be even".formatted(newNames));
    }
  }

  /** The size of the job's heap. */
  long heapBytes() {
    return MemorySize.parse(heap).getBytes();
  }

  /** Options of the job's JVM; all of its heap is resident at once, so that only the rest grows. */
  List<String> jobOptions() {
    return List.of("-Xmx" + heap, "-Xms" + heap, "-XX:+AlwaysPreTouch", LiveHeap.COLLECTOR);
  }

  /**
   * The job's configuration file.
   *
   * @param metricsPort where its metrics are to be had
   */
  String config(String bootstrapServers, Path stateDirectory, int metricsPort) {
    return """
        kafka: {bootstrap-servers: "%1$s", encoding: otlp_proto, topics: [%2$s], group-id: %2$s, start: earliest}
        assembly: {max-duration: 1m, quiet-period: %3$s, root-grace: %3$s}
        profiles: {window: 1m, slide: 10s}
        changes: {pane: 2s}
        output: {prefix: %2$s}
        state: {directory: "%4$s"}
        flink:
          rest.port: "0"
          execution.checkpointing.interval: 10s
          # A run that failed and went on is no measurement.
          restart-strategy.type: disable
          metrics.reporter.prom.factory.class: org.apache.flink.metrics.prometheus.PrometheusReporterFactory
          metrics.reporter.prom.port: "%5$d"
        """
        .formatted(bootstrapServers, NAME, quietPeriod, stateDirectory, metricsPort);
  }
}
