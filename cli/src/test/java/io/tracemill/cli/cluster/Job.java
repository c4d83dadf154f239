package io.tracemill.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The job on a cluster, as Flink's client starts and stops it; known by its newest submission. */
final class Job {
  private final Setup setup;
  private final FlinkCluster flink;
  private final int kafkaPort;
  private String id = "";

  /**
   * Nothing is submitted yet.
   *
   * @param kafkaPort where the cluster finds Kafka
   */
  Job(Setup setup, FlinkCluster flink, int kafkaPort) {
    this.setup = setup;
    this.flink = flink;
    this.kafkaPort = kafkaPort;
  }

  /**
   * Submits it, as {@code flink run -d} does.
   *
   * @param options of Flink's client besides
   * @param arguments of its own besides
   */
  void submit(Path jar, int parallelism, List<String> options, String... arguments)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("--config", configuration(parallelism).toString()));
    all.addAll(List.of(arguments));
    id = flink.submit(jar, options, all);
  }

  private Path configuration(int parallelism) throws IOException {
    return Files.writeString(
        setup.home().resolve("tracemill.yaml"),
        """
        kafka: {encoding: otlp_proto, bootstrap-servers: "127.0.0.1:%d", start: earliest}
        assembly: {idle-flush: 30s}
        profiles: {window: 10s, slide: 5s}
        pane: 5s
        changes: {alarms-per-week: 1000}
        output: {delivery: %s, traces: true}
        state: {directory: "%s"}
        flink: {parallelism.default: "%d", execution.checkpointing.interval: 1s}
        """
            .formatted(kafkaPort, setup.delivery(), setup.state(), parallelism));
  }

  /** Stops it, as {@code flink stop} does; where its savepoint is. */
  String stopWithSavepoint() throws Exception {
    return flink.stopWithSavepoint(id, setup.home().resolve("savepoints"));
  }

  /** How often it went on from a checkpoint or a savepoint. */
  int restored() throws IOException, InterruptedException {
    return flink.rest().restored(id);
  }

  /** With how many subtasks the operator runs that has most. */
  int parallelism() throws IOException, InterruptedException {
    return flink.rest().parallelism(id);
  }

  /** The newest checkpoint that is complete; -1 if there is none. */
  long newestCheckpoint() throws IOException, InterruptedException {
    return flink.rest().newestCheckpoint(id);
  }

  /** How many checkpoints have failed. */
  int failedCheckpoints() throws IOException, InterruptedException {
    return flink.rest().failedCheckpoints(id);
  }
}
