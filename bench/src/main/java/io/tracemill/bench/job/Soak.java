package io.tracemill.bench.job;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.connectors.output.ResultStream;
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
          + " and prints a sample every 30 s. The exit status is 1 if memory or lag grows, if the"
          + " sender is too slow, if no endpoint was watched before the last third, or if the"
          + " accounts do not add up.",
      ""
    })
public final class Soak implements Callable<Integer> {
  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(30);

  /** Spans of the final traces, which let all others close: one trace of two spans a partition. */
  private static final int TAIL_SPANS = 2 * Settings.PARTITIONS;

  @Option(names = "--minutes", description = "How long to send, at least 2.")
  private int minutes = 15;

  @Option(names = "--speed", description = "Spans of bulk traffic a second.")
  private long speed = 300_000;

  @Option(
      names = "--rate",
      description = "Good traces of the hostile mix a second; must divide 1000.")
  private int rate = 200;

  @Option(
      names = "--new-names",
      description = "New names for every ten good traces of the mix; must be even.")
  private int newNames = 100;

  @Option(
      names = "--freshness",
      description = "Measure how long after a window's end its records come.")
  private boolean freshness;

  @Option(
      names = "--giant",
      description = "Send a trace of this many spans in each minute except the first.")
  private int giant;

  @Mixin private Settings settings = settings();

  private static Settings settings() {
    Settings settings = new Settings();
    settings.pane = "2s";
    settings.window = "1m";
    settings.slide = "10s";
    settings.others.put("assembly.max-duration", "1m");
    return settings;
  }

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Soak()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path temporary = Files.createTempDirectory("tracemill-soak-");
    // The whole heap is resident from the start, so only other memory of the process can grow.
    settings.jvm.addAll(List.of("-Xms" + settings.heap, "-XX:+AlwaysPreTouch"));
    try (Broker broker = Broker.start()) {
      broker.createTopics(Broker.last(500_000_000), List.of(Stage.JOB));
      try (JobProcess job =
          JobProcess.start(settings, Wire.OTLP, Stage.JOB, false, broker, temporary)) {
        return soak(broker, job);
      }
    } finally {
      FileUtils.deleteDirectory(temporary.toFile());
    }
  }

  private int soak(Broker broker, JobProcess job) throws Exception {
    Sample start = job.sample(Sent.NOTHING).orElseThrow(Soak::ended);
    System.out.println(settings);
    try (Feed feed = feed(broker)) {
      List<Sample> samples =
          freshness ? withFreshness(broker, feed, job, start) : samples(feed, job, start);
      boolean well = isWell(new Verdict(samples));
      Sent sent = feed.finish();
      Accounts accounts =
          Accounts.await(broker.bootstrapServers(), Stage.JOB, sent.records(), TAIL_SPANS);
      return is(accounts.addUp(sent.records()), sent + " in the accounts " + accounts.job()) && well
          ? 0
          : 1;
    }
  }

  private static IllegalStateException ended() {
    return new IllegalStateException("the job has ended");
  }

  private boolean isWell(Verdict verdict) {
    long heapBytes = MemorySize.parse(settings.heap).getBytes();
    Map<String, ToLongFunction<Sample>> memory = new LinkedHashMap<>();
    memory.put("heap, bytes", Sample::heapBytes);
    memory.put("RSS beside it, bytes", sample -> sample.residentBytes() - heapBytes);
    memory.put("state, bytes", sample -> sample.metrics().stateBytes());
    System.out.println(verdict.figures());
    boolean well = true;
    for (Map.Entry<String, ToLongFunction<Sample>> kind : memory.entrySet()) {
      ToLongFunction<Sample> bytes = kind.getValue();
      well &= is(verdict.flat(bytes), verdict.medians(kind.getKey(), bytes));
    }
    well &= is(verdict.keepsUp(), verdict.medians("lag, records", Sample::lag));
    well &= is(verdict.keptSpeed(speed), "the sender keeps its --speed");
    well &= is(verdict.compared(), "endpoints are watched before the last third");
    return well;
  }

  private boolean is(boolean right, String what) {
    System.out.println((right ? "right: " : "WRONG: ") + what);
    return right;
  }

  private Feed feed(Broker broker) {
    GoodTraces good =
        new GoodTraces(Settings.TOPIC, Settings.PARTITIONS, Workload.FIRST_MILLIS, 1000 / rate);
    return new Feed(
        broker,
        new Workload(settings.traffic()),
        Optional.of(giant).filter(spans -> spans > 0).map(GiantTrace::new),
        new HostileMix(good, newNames),
        speed);
  }

  private List<Sample> withFreshness(Broker broker, Feed feed, JobProcess job, Sample start)
      throws Exception {
    long first = System.nanoTime();
    try (Freshness profiles = new Freshness(broker, ResultStream.PROFILES, first);
        Freshness quality = new Freshness(broker, ResultStream.QUALITY, first)) {
      List<Sample> samples = samples(feed, job, start);
      System.out.println(profiles.text());
      System.out.println(quality.text());
      return samples;
    }
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
      System.out.println(line(sample, last, start));
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
}
