package io.tracemill.bench.endtoend;

import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the job from Kafka to Kafka, and the ceiling beside it. */
@Command(
    name = "bench/run end-to-end",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fills a topic of a Kafka in a process of its own with synthetic traces, then reads it to its"
          + " end twice: bare (read, decode, assemble, discard), and with the whole job, results to"
          + " Kafka. Exit status 1 if the accounts do not add up.",
      ""
    })
public final class EndToEnd implements Callable<Integer> {
  @Mixin private Settings settings = new Settings();

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new EndToEnd())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (settings.warmUp >= settings.spans) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--warm-up: %d is not less than --spans, which is %d"
              .formatted(settings.warmUp, settings.spans));
    }
    Path directory = Files.createTempDirectory("tracemill-bench-");
    try (Broker broker = Broker.start(settings.brokerHeap)) {
      return run(broker, directory);
    } finally {
      delete(directory);
    }
  }

  private int run(Broker broker, Path directory) throws Exception {
    broker.createTopics(
        settings.wire.topic(),
        Settings.PARTITIONS,
        Arrays.stream(Stage.values()).map(Settings::prefix).toList());
    long start = System.nanoTime();
    Topic topic = Preload.run(broker.bootstrapServers(), settings);
    out.printf(
        "%,d spans in %,d records of %,d MB together, preloaded in %.0f s%n",
        topic.spans(), topic.records(), topic.bytes() >> 20, (System.nanoTime() - start) / 1e9);
    settings.print(out);
    Map<Stage, Figures> figures = new EnumMap<>(Stage.class);
    for (Stage stage : settings.stages()) {
      figures.put(stage, measure(stage, broker, topic, directory.resolve(stage.label())));
    }
    Report.print(figures, out);
    return figures.containsKey(Stage.JOB) ? verify(broker, topic) : 0;
  }

  private Figures measure(Stage stage, Broker broker, Topic topic, Path directory)
      throws IOException, InterruptedException {
    System.err.println(stage.label());
    Files.createDirectories(directory);
    if (settings.recordings.isPresent()) {
      Files.createDirectories(settings.recordings.get());
    }
    Path config = Task.config(directory);
    Files.writeString(
        config, settings.config(stage, broker.bootstrapServers(), directory.resolve("state")));
    new Task(stage, topic, settings.warmUp, broker.pid()).writeTo(directory);
    Process job =
        Child.of(MeasuredJob.class.getName(), settings.jobOptions(stage), directory.toString())
            .start();
    Thread stop = new Thread(() -> Child.stop(job), "stop-job");
    Runtime.getRuntime().addShutdownHook(stop);
    int status = job.waitFor();
    Runtime.getRuntime().removeShutdownHook(stop);
    if (status != 0) {
      throw new IllegalStateException("%s: exit status %d".formatted(stage.label(), status));
    }
    return Figures.readFrom(directory);
  }

  private int verify(Broker broker, Topic topic) throws IOException {
    Accounts accounts =
        Accounts.read(
            broker.bootstrapServers(), ResultStream.QUALITY.topic(Settings.prefix(Stage.JOB)));
    String complaint = accounts.complaint(topic);
    out.println(
        complaint.isEmpty()
            ? "The accounts add up: every span was used, every trace is complete."
            : "WRONG: " + complaint);
    return complaint.isEmpty() ? 0 : 1;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
