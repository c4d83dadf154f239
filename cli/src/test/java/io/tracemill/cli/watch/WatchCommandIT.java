package io.tracemill.cli.watch;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.Main;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.run.Topics;
import io.tracemill.connectors.otlp.Requests;
import io.tracemill.connectors.output.ResultStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the job writes of twenty requests, one with a name that would colour a terminal, one late
 * span and one record that is no request, as {@code watch} shows it.
 */
@Tag("slow")
@Timeout(180)
final class WatchCommandIT {
  private static final String INPUT = "otlp_spans";
  private static final Map<String, String> KEPT = Map.of("retention.ms", "-1");
  private static final int REQUESTS = 20;

  @TempDir private static Path directory;

  @AutoClose private static EmbeddedBroker broker;

  @SuppressWarnings("NullAway.Init")
  private static Path config;

  @BeforeAll
  static void runTheJob() throws Exception {
    broker = EmbeddedBroker.start();
    config =
        Files.writeString(
            directory.resolve("tracemill.yaml"),
            """
            kafka: {bootstrap-servers: "%s", topics: [%s], encoding: otlp_proto, start: earliest}
            assembly: {quiet-period: 1s, root-grace: 0s}
            pane: 1s
            profiles: {window: 2s, slide: 1s}
            output: {traces: true}
            store: {path: "target/stores/WatchCommandIT"}
            state: {directory: "%s"}
            flink: {rest.port: "0"}
            """
                .formatted(broker.bootstrapServers(), INPUT, directory.resolve("state")));
    broker.createTopic(INPUT, 1, KEPT);
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic("tracemill"), 2, KEPT);
    }
    for (int i = 1; i < REQUESTS; i++) {
      send(INPUT, i, shop(i, "GET /"));
    }
    send(INPUT, REQUESTS, shop(REQUESTS, "GET /\u001b[31mred"));
    send(INPUT, 20_000, "no request".getBytes(UTF_8));
    send(INPUT, 20_000, shop(REQUESTS + 1, "GET /last"));
    send(INPUT, 21_000, lateSpan());
    CommandLineRun.of("run", "--config", config.toString(), "--until-now").succeeds();
  }

  @Test
  void theSummaryShowsEndpointsAndAccounts() {
    CommandLineRun run = watch("--once", "--from", "earliest").succeeds();
    assertThat(run.out())
        .contains("shop GET /last", "hottest path", "1 span late", "1 record dead-lettered")
        .doesNotContain("\u001b");
  }

  @Test
  void everyStreamIsReadable() {
    assertThat(lines("traces")).hasSize(REQUESTS + 1).allMatch(line -> line.contains("complete"));
    assertThat(lines("profiles")).anyMatch(line -> line.contains("shop GET /last"));
    assertThat(lines("quality")).anyMatch(line -> line.contains("job  "));
    assertThat(lines("late-spans"))
        .singleElement()
        .asString()
        .contains(" s after its end  ", "shop lost");
    assertThat(lines("dead-letters"))
        .singleElement()
        .asString()
        .contains("otlp_spans partition 0 offset 20, 10 bytes: ");
  }

  @Test
  void anEndpointIsChosenByAPattern() {
    assertThat(lines("traces", "--endpoint", "* GET /la*")).hasSize(1);
    assertThat(lines("traces", "--endpoint", "shop GET /?[31mred")).isEmpty();
    assertThat(lines("traces", "--endpoint", "shop GET /*red"))
        .singleElement()
        .asString()
        .contains("shop GET /?[31mred");
    assertThat(watch("--once", "--from", "earliest", "--endpoint", "shop GET /last").out())
        .contains("on 1 endpoint\n", "shop GET /last");
  }

  @Test
  void nothingToShowIsAFailureThatNamesWhatWasAskedFor() {
    CommandLineRun run = watch("--once", "--stream", "traces", "--endpoint", "cart *");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "tracemill: there is nothing of endpoints like 'cart *' in tracemill.traces.v1\n");
    assertThat(watch("--once", "--from", "latest", "--stream", "traces").status()).isEqualTo(1);
  }

  @Test
  void recentRecordsAreTheLastOfEachPartition() {
    assertThat(watch("--once", "--stream", "quality").out().lines()).hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void aReaderThatGoesAwayEndsItQuietly() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    String[] arguments = {"watch", "--config", config.toString(), "--from", "earliest"};
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    int status =
        Main.run(
            arguments, new PrintStream(closed, true, UTF_8), new PrintStream(said, true, UTF_8));

    assertThat(status).isZero();
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  @Test
  void itFollowsUntilItIsStoppedAndThenEndsQuietly() throws Exception {
    broker.createTopic("live.traces.v1", 1, KEPT);
    Path live =
        Files.writeString(
            directory.resolve("live.yaml"),
            Files.readString(config).replace("output: {", "output: {prefix: live, "));
    try (JavaProcess process =
        JavaProcess.commandLine(
            directory.resolve("said"),
            List.of(),
            List.of("watch", "--config", live.toString(), "--stream", "traces"))) {
      process.await(() -> process.said().contains("nothing in live.traces.v1 yet; waiting"));
      send("live.traces.v1", 1, Published.trace("GET /", "entry", true, false).source().value());
      process.await(() -> process.said().contains("frontend GET /, most time in redis HGET"));
      send("live.traces.v1", 2, "{".getBytes(UTF_8));
      process.await(
          () -> process.said().contains("no record of traces: live.traces.v1 partition 0"));

      assertThat(process.stop()).isZero();
      assertThat(process.said().lines()).hasSize(3);
    }
  }

  @Test
  void missingTopicsAreNamedTogetherWithTheMend() throws IOException {
    watchWith("output: {", "output: {prefix: elsewhere, ")
        .assertFailed(
            1,
            "elsewhere.profiles.v1, elsewhere.incidents.v1, elsewhere.quality.v1",
            "tracemill topics");
  }

  @Test
  void aBrokerThatDoesNotAnswerFailsInOneLineThatNamesIt() throws IOException {
    String nobody = "127.0.0.1:" + FreePorts.any();

    watchWith(broker.bootstrapServers(), nobody).assertFailed(1, nobody, "no broker answered");
  }

  private static byte[] shop(int trace, String operation) {
    Span.Builder span =
        span(trace, 1, operation, 1000L * trace, 1000L * trace + 500)
            .setKind(Span.SpanKind.SPAN_KIND_SERVER);
    return request(resource(attributes("service.name", "shop"), span)).toByteArray();
  }

  private static byte[] lateSpan() {
    Span.Builder span = span(1, 2, "lost", 1100, 1200).setParentSpanId(spanId(1));
    return request(resource(attributes("service.name", "shop"), span)).toByteArray();
  }

  private static void send(String topic, long millis, byte[] value) throws Exception {
    Topics.send(broker, topic, Requests.T0 / 1_000_000 + millis, value);
  }

  private static List<String> lines(String stream, String... more) {
    List<String> arguments = new ArrayList<>(List.of("--once", "--from", "earliest", "--stream"));
    arguments.add(stream);
    arguments.addAll(List.of(more));
    return watch(arguments.toArray(String[]::new)).out().lines().toList();
  }

  private static CommandLineRun watchWith(String text, String replacement) throws IOException {
    return CommandLineRun.configured(
        directory, Files.readString(config).replace(text, replacement), "watch");
  }

  private static CommandLineRun watch(String... more) {
    List<String> arguments = new ArrayList<>(List.of("watch", "--config", config.toString()));
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }
}
