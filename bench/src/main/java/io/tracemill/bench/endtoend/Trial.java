package io.tracemill.bench.endtoend;

import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;

/** A broker with a full topic, which stages are run over; all of it goes with this. */
final class Trial implements AutoCloseable {
  private final Settings settings;
  private final Path directory;
  private final Broker broker;
  private final Topic topic;

  private Trial(Settings settings, Path directory, Broker broker, Topic topic) {
    this.settings = settings;
    this.directory = directory;
    this.broker = broker;
    this.topic = topic;
  }

  /** Starts the broker and fills the topic. */
  static Trial prepare(Settings settings)
      throws IOException, ExecutionException, InterruptedException {
    Broker broker = Broker.start(settings.brokerHeap);
    try {
      broker.createTopics(
          settings.wire.topic(),
          Settings.PARTITIONS,
          Arrays.stream(Stage.values()).map(Settings::prefix).toList());
      Topic topic = Preload.run(broker.bootstrapServers(), settings);
      return new Trial(settings, Files.createTempDirectory("tracemill-bench-"), broker, topic);
    } catch (IOException | ExecutionException | InterruptedException | RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  Topic topic() {
    return topic;
  }

  /** Runs a stage over the topic, in a process of its own. */
  Figures measure(Stage stage) throws IOException, InterruptedException {
    System.err.println(stage.label());
    Path own = Files.createDirectories(directory.resolve(stage.label()));
    if (settings.recordings.isPresent()) {
      Files.createDirectories(settings.recordings.get());
    }
    Files.writeString(
        Task.config(own), settings.config(stage, broker.bootstrapServers(), own.resolve("state")));
    new Task(stage, topic, settings.warmUp, broker.pid()).writeTo(own);
    Process job =
        Child.of(MeasuredJob.class.getName(), settings.jobOptions(stage), own.toString()).start();
    Thread stop = new Thread(() -> Child.stop(job), "stop-job");
    Runtime.getRuntime().addShutdownHook(stop);
    boolean ended = job.waitFor(settings.limitMinutes, TimeUnit.MINUTES);
    if (!ended) {
      Child.stop(job);
    }
    Runtime.getRuntime().removeShutdownHook(stop);
    if (!ended) {
      throw new IllegalStateException(
          "%s: not done in %d minutes".formatted(stage.label(), settings.limitMinutes));
    }
    if (job.exitValue() != 0) {
      throw new IllegalStateException(
          "%s: exit status %d".formatted(stage.label(), job.exitValue()));
    }
    return Figures.readFrom(own);
  }

  /** The accounts of a stage that has run, and that has results. */
  Accounts accounts(Stage stage) throws IOException {
    return Accounts.read(
        broker.bootstrapServers(), ResultStream.QUALITY.topic(Settings.prefix(stage)));
  }

  @Override
  public void close() throws IOException {
    try {
      broker.close();
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
  }
}
