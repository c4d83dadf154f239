package io.tracemill.cli.demo;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.TopicSettings;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ResultTail;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A whole system on one machine: a shop's traffic, a broker, the job, and what it finds. */
@Command(
    name = "demo",
    header = "Watch it work: a broker, a small shop's traffic, the job, its results.",
    description = {
      "",
      "Starts a Kafka broker in this process, sends the spans of a shop of 14 services through it,"
          + " runs the streaming job and prints what comes out of the result topics. Windows are"
          + " short here: 30 s, every 5 s. Nothing is left behind. Ctrl-C ends it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill demo",
      "  tracemill demo --duration 90s > demo.txt",
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String INPUT = "otlp_spans";
  private static final Duration SLIDE = DemoSettings.SLIDE;
  private static final int PARTITIONS = 2;
  private static final double REQUESTS_PER_SECOND = 40;
  private static final long SEED = 20_261_121;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of Flink's web UI on this machine; a free one if not given.")
  private Optional<Integer> port = Optional.empty();

  @Option(
      names = "--duration",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "End by itself after this time, such as 90s or 5m.")
  private Optional<Duration> duration = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  @Override
  public Integer call() throws Exception {
    Thread stop = new Thread(this::stopAndWait, "stop-demo");
    Runtime.getRuntime().addShutdownHook(stop);
    try (TemporaryDirectory state = TemporaryDirectory.create("tracemill-demo")) {
      progress("starting a Kafka broker");
      try (EmbeddedBroker broker = EmbeddedBroker.start()) {
        run(broker, state.path());
      }
    } finally {
      ended.countDown();
    }
    return 0;
  }

  /** Ctrl-C: the main thread closes everything, and the JVM waits for it. */
  private void stopAndWait() {
    interrupted.countDown();
    try {
      boolean closed = ended.await(20, TimeUnit.SECONDS);
      if (!closed) {
        spec.commandLine().getErr().println("tracemill: the demo did not end within 20 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(EmbeddedBroker broker, Path state) throws Exception {
    int webPort = port.orElseGet(FreePort::any);
    TracemillConfig config = DemoSettings.of(broker.bootstrapServers(), state, webPort);
    broker.createTopic(INPUT, PARTITIONS, Map.of());
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(
          stream.topic(config.get(Keys.OUTPUT_PREFIX)), 1, TopicSettings.of(stream, config));
    }
    progress("starting the job; Flink's web UI: http://127.0.0.1:" + webPort);
    Clock clock = Clock.systemUTC();
    ScreenState screen = new ScreenState(clock.millis());
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty());
        TrafficProducer traffic =
            TrafficProducer.to(
                broker.bootstrapServers(),
                INPUT,
                new ShopTraffic(REQUESTS_PER_SECOND, clock.instant(), new SplittableRandom(SEED)),
                clock);
        ResultTail results = ResultTail.of(config, screen)) {
      traffic.start();
      results.start();
      progress("a shop's traffic flows through it; first results in about 10 s");
      show(screen, job, traffic, results);
    }
  }

  private void show(
      ScreenState screen, EmbeddedJob job, TrafficProducer traffic, ResultTail results)
      throws InterruptedException {
    ProfileScreen pages = new ProfileScreen(Terminal.isPresent());
    long left = duration.map(Duration::toMillis).orElse(Long.MAX_VALUE);
    boolean stop = false;
    String shown = "";
    while (!stop && left > 0) {
      long wait = Math.min(left, SLIDE.toMillis());
      stop = interrupted.await(wait, TimeUnit.MILLISECONDS);
      left -= wait;
      refuseFailure(job, traffic, results);
      String frame = pages.frame(screen);
      if (screen.hasEndpoints() && !frame.equals(shown)) {
        print(frame);
        shown = frame;
      }
    }
    progress(
        "the demo is over: %,d requests, %,d spans sent; the last of them were still under way"
            .formatted(traffic.requestCount(), traffic.spanCount()));
  }

  private static void refuseFailure(EmbeddedJob job, TrafficProducer traffic, ResultTail results) {
    if (job.failed()) {
      throw new IllegalStateException("the job failed; -v says why");
    }
    traffic
        .failure()
        .or(results::failure)
        .ifPresent(
            failure -> {
              throw new IllegalStateException("the demo's broker failed: " + failure, failure);
            });
  }

  private void print(String page) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(page);
    out.flush();
  }

  private void progress(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("tracemill: " + what);
    err.flush();
  }
}
