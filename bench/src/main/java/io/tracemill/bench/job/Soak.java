package io.tracemill.bench.job;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Feeds a job for some minutes, and reports whether its memory stays flat. */
@Command(
    name = "bench/run soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
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
  private static final String TOPIC = "soak";
  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(30);

  /** In a run this long, endpoints are watched well before its last third. */
  private static final int MINUTES_TO_COMPARE = 15;

  /** A few seconds of work. */
  private static final long RECORDS_AHEAD = 8_000;

  /** Spans of the final traces, which let all others close: one trace of two spans a partition. */
  private static final int TAIL_SPANS = 2 * Settings.PARTITIONS;

  @Option(names = "--minutes", description = "How long.")
  private int minutes = MINUTES_TO_COMPARE;

  @Option(names = "--speed", description = "Spans of bulk traffic a second.")
  private long speed = 300_000;

  @Option(
      names = "--calibrate",
      description = "Send as fast as the job reads; --speed spans are a second of records.")
  private boolean calibrate;

  @Option(
      names = "--rate",
      description = "Good traces of the hostile mix a second; misdeeds follow.")
  private int rate = 200;

  @Option(
      names = "--new-names",
      description = "Names never seen before, for ten good traces of the mix.")
  private int newNames = 100;

  @Option(
      names = "--freshness",
      description = "Say how long after a window's end its records come.")
  private boolean freshness;

  @Option(names = "--giant", description = "A trace of so many spans in each minute but the first.")
  private int giant;

  @Option(names = "--tolerance", description = "Growth that still is flat, a share.")
  private double tolerance = 0.1;

  @Option(names = "--out", description = "Directory for soak.csv, which has the samples.")
  private Optional<Path> directory = Optional.empty();

  @Mixin private Settings settings = settings();

  private final PrintStream out = System.out;

  private static Settings settings() {
    Settings settings = new Settings();
    settings.window = "1m";
    settings.slide = "10s";
    settings.pane = "2s";
    settings.brokerHeap = "512m";
    settings.others.put("assembly.max-duration", "1m");
    return settings;
  }

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Soak()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  private void check() {
    refuse(minutes < 2, "--minutes: " + minutes + " is too short to tell thirds, at least 2");
    refuse(giant < 0, "--giant: " + giant + " is negative");
    refuse(
        freshness && calibrate,
        "--freshness: with --calibrate timestamps do not go as the clock does");
    refuse(rate < 1 || 1000 % rate != 0, "--rate: " + rate + " must divide 1000");
    refuse(newNames < 0 || newNames % 2 != 0, "--new-names: " + newNames + " must be even");
  }

  private void refuse(boolean wrong, String message) {
    if (wrong) {
      throw new CommandLine.ParameterException(new CommandLine(this), message);
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    Path temporary = Files.createTempDirectory("tracemill-soak-");
    // The whole heap is resident from the start, so only other memory of the process can grow.
    List<String> options = List.of("-Xms" + settings.heap, "-XX:+AlwaysPreTouch");
    try (Broker broker = Broker.start(settings.brokerHeap)) {
      broker.createTopics(
          TOPIC, Broker.last(500_000_000), Broker.last(50_000_000), List.of(Stage.JOB));
      try (JobProcess job =
          JobProcess.start(
              settings, Wire.OTLP, TOPIC, Stage.JOB, false, broker, temporary, options)) {
        return soak(broker, job);
      }
    } finally {
      FileUtils.deleteDirectory(temporary.toFile());
    }
  }

  private int soak(Broker broker, JobProcess job) throws Exception {
    Sample start = job.sample(Sent.NOTHING).orElseThrow(Soak::ended);
    out.println(settings);
    Feed.Pace pace = calibrate ? Feed.Pace.ahead(RECORDS_AHEAD, job) : Feed.Pace.clock();
    try (Feed feed = feed(broker, pace)) {
      List<Sample> samples =
          freshness ? withFreshness(broker, feed, job, start) : samples(feed, job, start);
      Verdict verdict = new Verdict(samples);
      out.print(verdict.figures());
      boolean flat = flat(verdict);
      List<String> complaints = complaints(verdict);
      complaints.forEach(out::println);
      writeCsv(samples, start);
      return addUp(broker, feed.finish()) && flat && complaints.isEmpty() ? 0 : 1;
    }
  }

  private static IllegalStateException ended() {
    return new IllegalStateException("the job has ended");
  }

  /** Prints the growth of each kind of memory; returns whether all of it is flat. */
  private boolean flat(Verdict verdict) {
    long heapBytes = MemorySize.parse(settings.heap).getBytes();
    Map<String, ToLongFunction<Sample>> kinds = new LinkedHashMap<>();
    kinds.put("heap", Sample::heapBytes);
    kinds.put("RSS beside it", sample -> sample.residentBytes() - heapBytes);
    kinds.put("state", sample -> sample.metrics().stateBytes());
    kinds.forEach((name, bytes) -> out.println(verdict.flatness(name, bytes, tolerance)));
    return kinds.values().stream().allMatch(bytes -> verdict.flat(bytes, tolerance));
  }

  private List<String> complaints(Verdict verdict) {
    List<String> complaints = new ArrayList<>();
    if (!calibrate) {
      complaints.addAll(verdict.behind(speed));
    }
    if (calibrate || minutes >= MINUTES_TO_COMPARE) {
      verdict.notCompared().ifPresent(complaints::add);
    }
    return complaints;
  }

  private Feed feed(Broker broker, Feed.Pace pace) {
    GoodTraces good =
        new GoodTraces(TOPIC, Settings.PARTITIONS, Workload.FIRST_MILLIS, 1000 / rate);
    return new Feed(
        broker,
        new Workload(settings.traffic()),
        Optional.of(giant).filter(spans -> spans > 0).map(GiantTrace::new),
        new HostileMix(good, newNames),
        speed,
        pace);
  }

  private List<Sample> withFreshness(Broker broker, Feed feed, JobProcess job, Sample start)
      throws Exception {
    long first = System.nanoTime();
    try (Freshness profiles = freshness(broker, ResultStream.PROFILES, first);
        Freshness quality = freshness(broker, ResultStream.QUALITY, first)) {
      List<Sample> samples = samples(feed, job, start);
      out.println(profiles.text());
      out.println(quality.text());
      return samples;
    }
  }

  private static Freshness freshness(Broker broker, ResultStream stream, long start) {
    return new Freshness(broker, stream, Workload.FIRST_MILLIS, start);
  }

  private List<Sample> samples(Feed feed, JobProcess job, Sample start) throws Exception {
    List<Sample> samples = new ArrayList<>();
    Sample last = start;
    long count = Duration.ofMinutes(minutes).dividedBy(SAMPLE_EVERY);
    for (int i = 1; i <= count; i++) {
      long due = start.nanos() + SAMPLE_EVERY.multipliedBy(i).toNanos();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
      feed.check();
      Sample sample = job.sampleAfterCollection(feed.sent()).orElseThrow(Soak::ended);
      out.println(line(sample, last, start));
      samples.add(sample);
      last = sample;
    }
    return samples;
  }

  private static String line(Sample sample, Sample earlier, Sample start) {
    return "%5.0f s  heap %,5d MB  RSS %,5d MB  state %,5d MB  read %,d spans, %,.0f/s  lag %,d records  watched %,d"
        .formatted(
            sample.secondsSince(start),
            sample.heapBytes() >> 20,
            sample.residentBytes() >> 20,
            sample.metrics().stateBytes() >> 20,
            sample.spansRead(),
            sample.speedSince(earlier),
            sample.lag(),
            sample.metrics().watched());
  }

  private void writeCsv(List<Sample> samples, Sample start) throws IOException {
    if (directory.isPresent()) {
      List<String> lines = new ArrayList<>(List.of(Verdict.CSV_HEADER));
      samples.forEach(sample -> lines.add(Verdict.csv(sample, start)));
      Files.write(Files.createDirectories(directory.get()).resolve("soak.csv"), lines);
    }
  }

  private boolean addUp(Broker broker, Sent sent) {
    Accounts accounts =
        Accounts.await(broker.bootstrapServers(), Stage.JOB, sent.records(), TAIL_SPANS);
    boolean right = accounts.addUp(sent.records());
    out.printf(
        "sent %,d records, %,d MB; the accounts %s: %s%n",
        sent.records(), sent.bytes() >> 20, right ? "add up" : "DO NOT ADD UP", accounts.job());
    return right;
  }
}
