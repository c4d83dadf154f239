package io.tracemill.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience.Condition;
import io.tracemill.cli.results.Offsets;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.job.Checkpoints;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One job, its state and its results, through the lives of several processes. */
final class ResurrectedJob implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTITIONS = 2;

  /** More than the markers that transactions leave in a topic. */
  private static final long SOME_RECORDS = 100;

  /** Fewer than a slow machine writes between two checkpoints. */
  private static final long FEW_RECORDS = 20;

  private final String bootstrapServers;
  private final Path directory;
  private final String name;
  private final String delivery;
  private final Path state;
  private final Offsets offsets;

  /**
   * Creates its topics.
   *
   * @param name of its consumer group, and prefix of its topics
   */
  ResurrectedJob(EmbeddedBroker broker, Path directory, String name, String delivery) {
    this.bootstrapServers = broker.bootstrapServers();
    this.directory = directory;
    this.name = name;
    this.delivery = delivery;
    this.state = directory.resolve(name + "-state");
    this.offsets = new Offsets(bootstrapServers);
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic(name), PARTITIONS, Topics.ANY_TIME);
    }
  }

  /** What it has to come to: all spans are read, and none of these is open any more. */
  record Goal(String topic, long spans) {}

  JavaProcess start() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve(name + ".yaml"),
            """
            kafka:
              encoding: otlp_proto
              bootstrap-servers: "%s"
              group-id: "%s"
              start: earliest
              properties: {fetch.max.bytes: "1"}
            assembly: {idle-flush: 0s}
            profiles: {window: 10s, slide: 5s}
            pane: 5s
            changes: {alarms-per-week: 1000}
            output: {prefix: "%s", delivery: %s, traces: true}
            state: {directory: "%s"}
            store: {path: "%s"}
            flink: {rest.port: "0", execution.checkpointing.interval: 500ms}
            """
                .formatted(bootstrapServers, name, name, delivery, state, index()));
    return JavaProcess.commandLine(
        directory.resolve(name + ".log"),
        List.of("-Xmx512m"),
        List.of("run", "--config", config.toString()));
  }

  /** The directory of its index. */
  Path index() {
    return directory.resolve(name + "-index");
  }

  /** When a process that is started now has reached that point. */
  Condition reached(KillPoint point) throws Exception {
    return switch (point) {
      case BEFORE_ITS_FIRST_CHECKPOINT -> moreWritten();
      case BETWEEN_CHECKPOINTS -> afterwards(checkpointed(), this::writtenSinceTheNewest);
      case WITHIN_A_CHECKPOINT -> afterwards(checkpointed(), this::withinACheckpoint);
      case AT_A_COMMIT -> afterwards(moreWritten(), this::checkpointed);
    };
  }

  private interface Expectation {
    Condition fromNow() throws Exception;
  }

  private static Condition afterwards(Condition first, Expectation next) {
    List<Condition> second = new ArrayList<>();
    return () -> {
      if (second.isEmpty() && first.holds()) {
        second.add(next.fromNow());
      }
      return !second.isEmpty() && second.get(0).holds();
    };
  }

  private Condition moreWritten() throws Exception {
    long before = written();
    return () -> written() > before + SOME_RECORDS;
  }

  /** Records that a restore from the newest checkpoint writes again. */
  private Condition writtenSinceTheNewest() {
    return new Condition() {
      private Optional<Path> newest = Optional.empty();
      private long before;

      @Override
      public boolean holds() throws Exception {
        if (!newest().equals(newest)) {
          newest = newest();
          before = written();
        }
        return written() > before + FEW_RECORDS;
      }
    };
  }

  /** Records of traces, whether committed or not. */
  long written() throws Exception {
    return offsets.written(ResultStream.TRACES.topic(name));
  }

  /** Whether a checkpoint confirms that all of the input topic is read. */
  boolean readToTheEnd(String topic) throws Exception {
    return offsets.confirmed(name, topic) == offsets.written(topic);
  }

  /** Waits until the goal is reached and confirmed, then kills; returns what the process said. */
  String finish(JavaProcess process, Goal goal) throws Exception {
    do {
      process.await(checkpointed());
    } while (!readToTheEnd(goal.topic()) || !accountedFor(goal.spans()));
    // One may have begun before the last results came; its successor's are committed by the third.
    for (int i = 0; i < 3; i++) {
      process.await(checkpointed());
    }
    process.kill();
    return process.said();
  }

  private boolean accountedFor(long spans) throws IOException {
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(bootstrapServers, ResultStream.QUALITY.topic(name))) {
      JsonNode counts = JSON.readTree(record.value()).path("spans");
      if (counts.path("decoded").asLong() == spans
          && counts.has("open")
          && counts.path("open").asLong() == 0) {
        return true;
      }
    }
    return false;
  }

  private Condition checkpointed() throws IOException {
    Optional<Path> before = newest();
    return () -> !newest().equals(before);
  }

  private Optional<Path> newest() throws IOException {
    return new Checkpoints(state).newest();
  }

  private Condition withinACheckpoint() {
    Set<File> before = unfinished();
    return () -> !before.containsAll(unfinished());
  }

  /** Directories of checkpoints that are not complete. */
  private Set<File> unfinished() {
    Set<File> unfinished = new HashSet<>();
    for (File job : children(state.toFile())) {
      for (File checkpoint : children(job)) {
        if (checkpoint.getName().startsWith("chk-")
            && !new File(checkpoint, "_metadata").exists()) {
          unfinished.add(checkpoint);
        }
      }
    }
    return unfinished;
  }

  private static List<File> children(File file) {
    File[] children = file.listFiles();
    return children == null ? List.of() : List.of(children);
  }

  @Override
  public void close() {
    offsets.close();
  }
}
