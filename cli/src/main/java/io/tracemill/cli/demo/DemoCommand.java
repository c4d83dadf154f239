package io.tracemill.cli.demo;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.TopicCreation;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.results.ResultTopics;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs a whole system on one machine: a shop's traffic, a broker, and the job. Prints the findings.
 */
@Command(
    name = "demo",
    header = "See it at work: a broker, the traffic of a small shop, the job, and its results.",
    description = {
      "",
      "Starts a Kafka broker in this process, sends it the spans of a shop of 14"
          + " services, runs the streaming job and prints its results. First the job reads ten"
          + " minutes of the shop's past, within seconds, to learn what is normal.",
      "",
      "Then faults begin and end, as the scenario says; standard error announces each. The job"
          + " reports what it finds as incidents. The last line says which faults it found, and"
          + " after how many seconds. Ctrl-C ends the demo, which leaves nothing behind.",
      "",
      "Some settings differ from the defaults. Profiles cover 30 s, every 10 s. The job looks for"
          + " changes every "
          + DemoSettings.PANE_SECONDS
          + " s (default: 30 s), because its faults are short. An incident is a page from "
          + DemoSettings.PAGES_FROM_MILLIS
          + " ms (default: 50 ms) and 20 %% on, since the shop is fast.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill demo",
      "  tracemill demo --scenario canary",
      "  tracemill demo --scenario quiet --duration 90s > demo.txt",
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String INPUT = "otlp_spans";

  /** The longest time that a stopping demo waits for what it has started to close. */
  private static final int CLOSE_SECONDS = 20;

  private static final int PARTITIONS = 2;

  private static final int CONSOLE_PORT = Keys.CONSOLE_PORT.defaultValue();

  static final double REQUESTS_PER_SECOND = 40;
  static final long SEED = 20_261_121;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of Flink's web UI (default: any free port).")
  private Optional<Integer> port = Optional.empty();

  @Option(
      names = "--console-port",
      paramLabel = "N",
      description = "Port of the console (default: 8460, or any free port if it is taken).")
  private Optional<Integer> consolePort = Optional.empty();

  @Option(names = "--no-console", description = "Do not start the console.")
  private boolean withoutConsole;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      defaultValue = "faults",
      converter = Scenario.Converter.class,
      description = {
        "What happens in the shop (default: ${DEFAULT-VALUE}):",
        "  faults: all faults below, one after the other: two minutes each, three minutes apart",
        "  cache: the caches of a service miss",
        "  slow-service: a service takes 30 ms longer",
        "  canary: a new version on half of a service's hosts takes 30 ms longer",
        "  errors: a service fails one call in five",
        "  quiet: no fault",
      })
  private Scenario scenario = Scenario.FAULTS;

  @Option(
      names = "--duration",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "End after this time, such as 90s or 5m.")
  private Optional<Duration> duration = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    try (StopSignal stop = new StopSignal(CLOSE_SECONDS, false);
        TemporaryDirectory state = TemporaryDirectory.create("tracemill-demo");
        DemoConsole console =
            new DemoConsole(!withoutConsole, port(consolePort, CONSOLE_PORT), this::tell)) {
      tell("starting a Kafka broker");
      try (EmbeddedBroker broker = EmbeddedBroker.start()) {
        run(broker, console, state.path(), stop);
      }
    }
    return 0;
  }

  private void run(EmbeddedBroker broker, DemoConsole console, Path state, StopSignal stop)
      throws Exception {
    int webPort = port(port, 0);
    DemoSettings settings =
        DemoSettings.write(broker.bootstrapServers(), state, webPort, console.port());
    console.start(settings.file());
    TracemillConfig config = settings.config();
    broker.createTopic(INPUT, PARTITIONS, Map.of());
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(
          stream.topic(config.get(Keys.OUTPUT_PREFIX)), 1, TopicCreation.settings(stream, config));
    }
    tell(
        "starting the job; Flink's web UI: http://127.0.0.1:%d, Kafka for as long as it runs: %s"
            .formatted(webPort, broker.bootstrapServers()));
    tell(
        "query its store while it runs: tracemill query traces --slowest --store "
            + DemoSettings.store(state));
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty())) {
      Instant beginning = Instant.now();
      Instant past = beginning.minus(DemoSettings.PAST);
      List<Fault> faults = scenario.from(beginning);
      Findings findings = new Findings(faults, beginning);
      ShopTraffic shop =
          new ShopTraffic(faults, REQUESTS_PER_SECOND, past, new SplittableRandom(SEED));
      try (TrafficProducer traffic = TrafficProducer.to(broker.bootstrapServers(), INPUT, shop);
          ResultTopics results = new ResultTopics(config, ScreenState.STREAMS)) {
        results.startBack(ResultTopics.ALL);
        tell(
            "sending the shop's traffic, its past ten minutes first; "
                + findings.outlook(beginning).orElseThrow());
        if (!Terminal.isPresent()) {
          tell("this prints a line for each change of an incident, and the page at the end");
        }
        CommandLine line = spec.commandLine();
        DemoScreen screen = new DemoScreen(past, beginning, findings, line.getOut(), line.getErr());
        Instant end = duration.map(beginning::plus).orElse(Instant.MAX);
        while (!stop.given() && Instant.now().isBefore(end)) {
          traffic.advanceTo(Instant.now());
          screen.show(results.poll(), console.address());
          refuseFailure(job, traffic);
        }
        screen.close();
        tell(
            "the demo is over: %,d requests, %,d spans sent"
                .formatted(traffic.requestCount(), traffic.spanCount()));
        line.getOut().println(findings.result(Instant.now()));
        line.getOut().flush();
      }
    }
  }

  private static void refuseFailure(EmbeddedJob job, TrafficProducer traffic) {
    if (job.failed()) {
      throw new IllegalStateException("the job failed; try again with -v to see why");
    }
    traffic
        .failure()
        .ifPresent(
            failure -> {
              throw new IllegalStateException("the demo's broker failed: " + failure, failure);
            });
  }

  /** The port of the option; without one, the default port or, if that is taken, any free port. */
  private static int port(Optional<Integer> wanted, int usual) throws IOException {
    if (wanted.isPresent()) {
      return wanted.get();
    }
    try (ServerSocket socket = new ServerSocket(usual, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (BindException e) {
      return port(wanted, 0);
    }
  }

  private void tell(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("tracemill: " + what);
    err.flush();
  }
}
