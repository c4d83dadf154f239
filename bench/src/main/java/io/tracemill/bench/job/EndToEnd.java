package io.tracemill.bench.job;

import io.tracemill.bench.job.Report.Figures;
import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
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
      "Fills a topic of a Kafka in a process of its own with synthetic traces, then reads it to its"
          + " end three times: bare (read, decode, assemble, discard), with the job that detects no"
          + " changes, and with the whole job, results to Kafka. Exit status 1 if the accounts do not"
          + " add up, or if changes are detected and no endpoint was watched.",
      ""
    })
public final class EndToEnd implements Callable<Integer> {
  private static final long SAMPLE_MILLIS = 100;
  private static final int SAMPLES_PER_PAGE = 20;
  private static final int SAMPLES_PER_LINE = 100;

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

  @Option(names = "--no-changes", description = "Leave out the stage job, which detects changes.")
  private boolean noChanges;

  @Option(names = "--limit", description = "Minutes; a stage that takes longer has failed.")
  private int limitMinutes = 60;

  @Option(names = "--only", description = "Run one stage only: ${COMPLETION-CANDIDATES}.")
  private Optional<Stage> only = Optional.empty();

  @Option(names = "--jfr", description = "Directory for a flight recording of each stage.")
  private Optional<Path> recordings = Optional.empty();

  @Mixin private Settings settings = new Settings();

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(command(new EndToEnd()).execute(arguments));
  }

  /** The benchmark with these command-line options. */
  static EndToEnd of(List<String> options) {
    EndToEnd benchmark = new EndToEnd();
    command(benchmark).parseArgs(options.toArray(String[]::new));
    return benchmark;
  }

  private static CommandLine command(EndToEnd benchmark) {
    return new CommandLine(benchmark).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws Exception {
    if (warmUp >= spans) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--warm-up: %d is not less than --spans, which is %d".formatted(warmUp, spans));
    }
    out.printf(
        "%s; %s%nmeasured after %,d spans, over %,d s of event time%n",
        wire.encoding().label(), settings, warmUp, (spans - warmUp) / spansPerEventSecond);
    Report report = new Report("stage", run(true));
    out.printf("%n%s%n%s", report, report.ratios());
    return report.failed() ? 1 : 0;
  }

  /**
   * Measures each stage.
   *
   * @param watching whether a run fails if no endpoint was watched
   */
  List<Report.Row> run(boolean watching) throws Exception {
    List<Report.Row> rows = new ArrayList<>();
    Path directory = Files.createTempDirectory("tracemill-bench-");
    try (Broker broker = Broker.start(settings.brokerHeap)) {
      broker.createTopics(wire.topic(), Broker.ALL, Broker.ALL, Arrays.asList(Stage.values()));
      long start = System.nanoTime();
      Sent topic = fill(broker);
      out.printf(
          "%,d spans in %,d records of %,d MB together, preloaded in %.0f s%n",
          topic.spans(), topic.records(), topic.bytes() >> 20, (System.nanoTime() - start) / 1e9);
      for (Stage stage : stages()) {
        System.err.println(stage.label());
        Figures figures = measure(stage, broker, topic, directory.resolve(stage.label()));
        rows.add(new Report.Row(stage.label(), figures, complaint(stage, broker, topic, watching)));
      }
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
    return rows;
  }

  private List<Stage> stages() {
    return only.map(Stream::of)
        .orElse(Stream.of(Stage.values()))
        .map(stage -> noChanges && stage == Stage.JOB ? Stage.UNWATCHED : stage)
        .distinct()
        .toList();
  }

  private Sent fill(Broker broker) {
    try (Sender sender = new Sender(broker, wire.topic())) {
      Workload.Sink sink = wire.encoding(sender.sink(true));
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

  private Figures measure(Stage stage, Broker broker, Sent topic, Path directory)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>();
    if (recordings.isPresent()) {
      Path file = Files.createDirectories(recordings.get()).resolve(stage.label() + ".jfr");
      options.add("-XX:StartFlightRecording=settings=profile,filename=" + file.toAbsolutePath());
    }
    long start = System.nanoTime();
    try (JobProcess job =
        JobProcess.start(settings, wire, wire.topic(), stage, true, broker, directory, options)) {
      List<Sample> samples = new ArrayList<>();
      Optional<Sample> sample = job.sample(topic);
      while (sample.isPresent()) {
        samples.add(sample.get());
        watch(job, samples, start);
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
        sample = job.sample(topic);
      }
      if (job.exitStatus() != 0) {
        throw new IllegalStateException(stage.label() + ": exit status " + job.exitStatus());
      }
      return Figures.of(samples, warmUp, samples.get(0).nanos());
    }
  }

  private void watch(JobProcess job, List<Sample> samples, long start) {
    int count = samples.size();
    Sample last = samples.get(count - 1);
    if (last.nanos() - start > TimeUnit.MINUTES.toNanos(limitMinutes)) {
      throw new IllegalStateException("not done in %d minutes".formatted(limitMinutes));
    }
    if (count % SAMPLES_PER_PAGE == 0) {
      CompletableFuture<Void> unused = job.refreshMetrics();
    }
    if (count % SAMPLES_PER_LINE == 0) {
      Sample earlier = samples.get(count - SAMPLES_PER_LINE);
      System.err.printf(
          "  %,14d spans  %,12.0f spans/s%n", last.spansRead(), last.speedSince(earlier));
    }
  }

  private String complaint(Stage stage, Broker broker, Sent topic, boolean watching) {
    if (stage == Stage.CEILING) {
      return "";
    }
    Accounts accounts = Accounts.await(broker.bootstrapServers(), stage, topic.records(), 0);
    String complaint = accounts.complaint(topic);
    if (stage == Stage.JOB && watching) {
      out.println(accounts.judged());
      return complaint.isEmpty() ? accounts.complaintOfNoWatch() : complaint;
    }
    return complaint;
  }
}
