package io.tracemill.bench.job;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the job from Kafka to Kafka, with and without detection. It also measures the ceiling.
 */
@Command(
    name = "bench/run end-to-end",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Fills a topic of a Kafka in a process of its own with synthetic traces. Then reads it to its"
          + " end in each stage: ceiling (read, decode, assemble, discard), unwatched (the job"
          + " without change detection), and job. The exit status is 1 if the accounts do not add"
          + " up, or if a run of eight panes watched no endpoint.",
      ""
    })
public final class EndToEnd implements Callable<Integer> {
  private static final long SAMPLE_MILLIS = 100;

  /** Every 15 seconds, as Prometheus usually asks. */
  private static final int SAMPLES_PER_PAGE = 150;

  /** In a run of this many panes, some endpoints must have been watched. */
  private static final int PANES_TO_WATCH = 8;

  @Option(names = "--spans", description = "Spans in the topic.")
  private long spans = 70_000_000;

  @Option(names = "--warm-up", description = "Spans that are read before the clock counts.")
  private long warmUp = 40_000_000;

  @Option(
      names = "--encoding",
      description = "otlp: requests of many spans; jaeger: one span a record.")
  private Wire wire = Wire.OTLP;

  @Option(names = "--event-rate", description = "Spans to a second of the records' timestamps.")
  private long spansPerEventSecond = 1_000_000;

  @Option(names = "--giant", description = "A trace of so many spans in the middle of the topic.")
  private int giant;

  @Option(names = "--only", split = ",", description = "Some of ${COMPLETION-CANDIDATES}.")
  private List<Stage> stages = Arrays.asList(Stage.values());

  @Mixin private Settings settings = new Settings();

  public static void main(String[] arguments) {
    System.exit(commandLine(new EndToEnd()).execute(arguments));
  }

  /** The runs with these options, of which later ones replace earlier ones. */
  static List<Report.Run> measured(List<String> options) throws Exception {
    EndToEnd benchmark = new EndToEnd();
    commandLine(benchmark).parseArgs(options.toArray(String[]::new));
    return benchmark.run();
  }

  private static CommandLine commandLine(EndToEnd benchmark) {
    return new CommandLine(benchmark)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOverwrittenOptionsAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    if (warmUp >= spans) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--warm-up: %d is not less than --spans, which is %d".formatted(warmUp, spans));
    }
    System.out.printf(
        "%s; %s%nmeasured after %,d spans, over %,d s of event time%n",
        wire.encoding().label(), settings, warmUp, (spans - warmUp) / spansPerEventSecond);
    Report report = new Report(run());
    System.out.printf("%n%s", report);
    return report.failed() ? 1 : 0;
  }

  private List<Report.Run> run() throws Exception {
    List<Report.Run> runs = new ArrayList<>();
    Path directory = Files.createTempDirectory("tracemill-bench-");
    try (Broker broker = Broker.start()) {
      broker.createTopics(Broker.ALL, Arrays.asList(Stage.values()));
      long start = System.nanoTime();
      Sent topic = fill(broker);
      System.out.printf(
          "%,d spans in %,d records of %,d MB together, preloaded in %.0f s%n",
          topic.spans(), topic.records(), topic.bytes() >> 20, (System.nanoTime() - start) / 1e9);
      for (Stage stage : stages) {
        System.err.println(stage.label());
        List<Sample> samples = measure(stage, broker, topic, directory.resolve(stage.label()));
        String complaint = complaint(stage, broker, topic);
        runs.add(Report.Run.of(stage.label(), samples, warmUp, complaint));
      }
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
    return runs;
  }

  private Sent fill(Broker broker) {
    try (Sender sender = new Sender(broker)) {
      Workload.Sink sink = wire.encoding(sender);
      Workload workload = new Workload(settings.traffic());
      long produced = 0;
      if (giant > 0) {
        produced = workload.produce(spans / 2, spansPerEventSecond, sink);
        produced += new GiantTrace(giant).produceAmong(workload, spansPerEventSecond, sink);
      }
      workload.produce(Math.max(0, spans - produced), spansPerEventSecond, sink);
      sender.flush();
      return sender.sent();
    }
  }

  private List<Sample> measure(Stage stage, Broker broker, Sent topic, Path directory)
      throws IOException, InterruptedException {
    try (JobProcess job = JobProcess.start(settings, wire, stage, true, broker, directory)) {
      List<Sample> samples = new ArrayList<>();
      Optional<Sample> sample = job.sample(topic);
      while (sample.isPresent()) {
        samples.add(sample.get());
        if (samples.size() % SAMPLES_PER_PAGE == 0) {
          CompletableFuture<Void> unused = job.refreshMetrics();
        }
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
        sample = job.sample(topic);
      }
      if (job.exitStatus() != 0) {
        throw new IllegalStateException(stage.label() + ": exit status " + job.exitStatus());
      }
      return samples;
    }
  }

  private String complaint(Stage stage, Broker broker, Sent topic) {
    if (stage == Stage.CEILING) {
      return "";
    }
    Accounts accounts = Accounts.await(broker.bootstrapServers(), stage, topic.records(), 0);
    String complaint = accounts.complaint(topic);
    if (stage == Stage.JOB) {
      System.out.println(accounts.judged());
      long seconds = PANES_TO_WATCH * TimeUtils.parseDuration(settings.pane).toSeconds();
      boolean shouldWatch = spans / spansPerEventSecond >= seconds;
      return complaint.isEmpty() && shouldWatch ? accounts.complaintOfNoWatch() : complaint;
    }
    return complaint;
  }
}
