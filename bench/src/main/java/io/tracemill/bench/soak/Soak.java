package io.tracemill.bench.soak;

import io.tracemill.bench.process.ResidentMemory;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.process.CommandLineProcess;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.connectors.output.ResultStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Feeds a job for a while, and says whether its memory stays flat. */
@Command(
    name = "bench/run soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends bulk traffic and the hostile mix through a Kafka to the job, each a process of its own,"
          + " and prints every 30 s the job's heap after a collection, its resident memory, the size"
          + " of its state, how far it has read and how many panes were watched. Exit status 1"
          + " if the last third of the samples of any of the three lies above the middle third by"
          + " more than the tolerance, if the job or the sender fell behind, if no endpoint was"
          + " watched before the last third (of 15 minutes and more), or if the accounts do not"
          + " add up.",
      ""
    })
public final class Soak implements Callable<Integer> {
  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(30);

  private static final String BOUNDS =
      """
        open traces        assembly.max-open-bytes, max-spans, max-bytes; closed by max-duration
        tombstones         some 50 bytes for each trace of assembly.tombstone-ttl
        endpoints          profiles.max-endpoints of a slide in one task, panes of profiles.window
        one endpoint       profiles.max-nodes, max-depth, max-categories, sample-size
        accounts           2000 scopes of a slide in one task between two checkpoints
        names, attributes  1 KiB each; 65,536 names remembered in a task
      """;

  @Mixin private Settings settings = new Settings();

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Soak()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    settings.check(new CommandLine(this));
    Path directory = Files.createTempDirectory("tracemill-soak-");
    try (SoakBroker broker = SoakBroker.start(Settings.NAME, Settings.PARTITIONS)) {
      int port = FreePorts.any();
      Path config =
          Files.writeString(
              directory.resolve("soak.yaml"),
              settings.config(broker.bootstrapServers(), directory.resolve("state"), port));
      try (CommandLineProcess job =
          CommandLineProcess.start(
              directory.resolve("job.log"),
              settings.jobOptions(),
              List.of("run", "--config", config.toString()))) {
        return soak(broker, job, new JobMetrics(port));
      }
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
  }

  private int soak(SoakBroker broker, CommandLineProcess job, JobMetrics metrics) throws Exception {
    job.await(() -> job.said().contains("starting at"));
    out.printf("heap %s; memory is bounded by%n%s", settings.heap, BOUNDS);
    long start = System.nanoTime();
    Pace pace =
        settings.calibrate
            ? Pace.ahead(Settings.RECORDS_AHEAD, () -> metrics.read().recordsRead())
            : Pace.clock();
    try (Feed feed = feed(broker, pace)) {
      feed.start();
      List<Sample> samples =
          settings.freshness
              ? withFreshness(broker, start, feed, job, metrics)
              : samples(feed, job, metrics);
      Report report = new Report(samples, settings.heapBytes());
      Feed.Sent sent = feed.finish();
      boolean flat = report.print(settings.tolerance, out);
      List<String> complaints = complaints(new Progress(samples));
      complaints.forEach(out::println);
      if (settings.directory.isPresent()) {
        report.writeTo(settings.directory.get());
      }
      return addUp(broker, sent) && flat && complaints.isEmpty() ? 0 : 1;
    }
  }

  private List<String> complaints(Progress progress) {
    List<String> complaints = new ArrayList<>();
    if (!settings.calibrate) {
      complaints.addAll(progress.behind(settings.speed));
    }
    if (settings.calibrate || settings.minutes >= Settings.MINUTES_TO_COMPARE) {
      progress.notCompared().ifPresent(complaints::add);
    }
    return complaints;
  }

  private Feed feed(SoakBroker broker, Pace pace) {
    GoodTraces good =
        new GoodTraces(
            Settings.NAME, Settings.PARTITIONS, Workload.FIRST_MILLIS, 1000 / settings.rate);
    return new Feed(
        broker.bootstrapServers(),
        new Workload(Traffic.standard(), Wire.OTLP),
        Optional.of(settings.giant).filter(spans -> spans > 0).map(Giants::new),
        new HostileMix(good, settings.newNames),
        settings.speed,
        pace);
  }

  private List<Sample> withFreshness(
      SoakBroker broker, long start, Feed feed, CommandLineProcess job, JobMetrics metrics)
      throws Exception {
    try (Freshness profiles = freshness(broker, ResultStream.PROFILES, start);
        Freshness quality = freshness(broker, ResultStream.QUALITY, start)) {
      List<Sample> samples = samples(feed, job, metrics);
      profiles.print(out);
      quality.print(out);
      return samples;
    }
  }

  private static Freshness freshness(SoakBroker broker, ResultStream stream, long start) {
    return new Freshness(
        broker.bootstrapServers(), Settings.NAME, stream, Workload.FIRST_MILLIS, start);
  }

  private List<Sample> samples(Feed feed, CommandLineProcess job, JobMetrics metrics)
      throws Exception {
    long start = System.nanoTime();
    LiveHeap heap = new LiveHeap(job.pid());
    ResidentMemory resident = new ResidentMemory(job.pid());
    List<Sample> samples = new ArrayList<>();
    Sample last = Sample.START;
    long count = Duration.ofMinutes(settings.minutes).dividedBy(SAMPLE_EVERY);
    for (int i = 1; i <= count; i++) {
      long due = start + SAMPLE_EVERY.multipliedBy(i).toNanos();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
      feed.check();
      JobMetrics.Page page = metrics.read();
      Feed.Sent sent = feed.sent();
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      long residentBytes = resident.bytes();
      Sample sample =
          new Sample(
              time,
              heap.afterCollection(),
              residentBytes,
              page.stateBytes(),
              sent,
              page.recordsRead(),
              page.windowsWatched());
      out.println(sample.line(last));
      samples.add(sample);
      last = sample;
    }
    return samples;
  }

  private boolean addUp(SoakBroker broker, Feed.Sent sent) {
    Accounts accounts =
        Accounts.await(
            broker.bootstrapServers(), Settings.NAME, sent.records(), Settings.TAIL_SPANS);
    boolean right = accounts.addUp(sent.records());
    out.printf(
        "sent %,d records, %,d MB; the accounts %s: %s%n",
        sent.records(), sent.bytes() >> 20, right ? "add up" : "DO NOT ADD UP", accounts);
    return right;
  }
}
