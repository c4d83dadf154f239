package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static io.tracemill.connectors.otlp.Requests.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.run.Topics;
import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code keep} against a real broker; each test has its own topics. */
@Timeout(120)
final class KeepCommandIT {
  private static final long MILLIS = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final Resource SHOP = attributes("service.name", "shop", "host.name", "a");
  private static final Resource CART = attributes("service.name", "cart");
  private static final Map<String, String> KEPT = Map.of("retention.ms", "-1");

  @TempDir private static Path directory;
  @AutoClose private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws IOException {
    broker = EmbeddedBroker.start();
  }

  @Test
  void onlyChosenTracesArriveWholeAndTheNextRunGoesOn() throws Exception {
    Path config = create("a", "otlp_proto");
    ExportTraceServiceRequest mixed =
        request(
            resource(SHOP, rich(1, 10), span(2, 20, "GET /", 0, 9), rich(1, 11)),
            resource(CART, rich(3, 30)),
            resource(CART, rich(1, 12)));
    ExportTraceServiceRequest more = request(resource(CART, rich(1, 13)));
    spans("a", 0, 0, mixed.toByteArray());
    spans("a", 1, 10, more.toByteArray());
    spans("a", 1, 20, "no request".getBytes(UTF_8));
    decide("a", 1, MINUTE);
    decide("a", 1, 2 * MINUTE);
    decide("a", 99, 2 * MINUTE);
    decisions("a", MINUTE, "no decision".getBytes(UTF_8));

    CommandLineRun first = keep(config, "--until-now").succeeds();

    assertThat(kept("a"))
        .containsExactlyInAnyOrder(
            request(resource(SHOP, rich(1, 10), rich(1, 11)), resource(CART, rich(1, 12))), more);
    assertThat(first.err())
        .contains(
            "kept 1 of about 3 traces (33 %): 4 of 6 spans",
            "asked for 2 traces: 1 found, 1 not found, 0 still ahead",
            "unreadable: 1 record, 1 decision");

    spans("a", 0, 5 * MINUTE, request(resource(SHOP, rich(5, 50))).toByteArray());
    spans("a", 0, 5 * MINUTE, request(resource(SHOP, rich(4, 40))).toByteArray());
    decide("a", 4, 6 * MINUTE);
    decide("a", 5, 6 * MINUTE);
    expire("a", 0, 2);

    CommandLineRun second = keep(config, "--until-now").succeeds();

    assertThat(kept("a")).hasSize(3).last().isEqualTo(request(resource(SHOP, rich(4, 40))));
    assertThat(second.err())
        .contains(
            "kept 1 of about 1 trace",
            "asked for 2 traces: 1 found, 1 not found, 0 still ahead",
            "expired before they were read: 1 record, 0 decisions");
    assertThat(keep(config, "--until-now").succeeds().err()).contains("kept 0 of about 0 traces");
    assertThat(kept("a")).hasSize(3);
  }

  @Test
  void theTraceIdIsTheKeyAndTheTimeStays() throws Exception {
    Path config = create("b");
    spans("b", 0, 10, request(resource(SHOP, rich(1, 10), rich(2, 20))).toByteArray());
    decide("b", 1, MINUTE);
    keep(config, "--until-now").succeeds();

    assertThat(Results.recordsIn(broker.bootstrapServers(), "kept-b"))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(new String(record.key(), UTF_8)).isEqualTo(new TraceId(0, 1).hex());
              assertThat(record.timestamp()).isEqualTo(MILLIS + 10);
            });
  }

  @Test
  @Tag("slow")
  void whatIsOverABoundIsCounted() throws Exception {
    Path config = create("c");
    for (int trace = 1; trace <= 3; trace++) {
      spans("c", 0, trace, request(resource(SHOP, rich(trace, 10))).toByteArray());
      decide("c", trace, MINUTE);
    }
    assertThat(keep(config, "--until-now", "--bytes-per-second", "1").succeeds().err())
        .contains("kept 1 of about 3 traces", "3 found", "lost: 2 traces over --bytes-per-second");

    Path other = create("d");
    for (int trace = 1; trace <= 3; trace++) {
      spans("d", 0, trace, request(resource(SHOP, rich(trace, 10))).toByteArray());
      decide("d", trace, MINUTE);
    }
    assertThat(keep(other, "--until-now", "--max-traces", "2").succeeds().err())
        .contains("kept 2 of about 3 traces", "1 trace over --max-traces");
  }

  @Test
  @Tag("slow")
  void itFollowsTheDecisionsADelayBehindUntilItIsStopped() throws Exception {
    Path config = create("e");
    spans("e", 0, 0, request(resource(SHOP, rich(1, 10))).toByteArray());
    spans("e", 1, 10 * MINUTE, request(resource(SHOP, rich(2, 20))).toByteArray());
    decide("e", 1, 5_000);
    decide("e", 2, 10 * MINUTE + 5_000);
    Path said = directory.resolve("said");
    try (JavaProcess process =
        JavaProcess.commandLine(
            said,
            List.of(),
            List.of("keep", "--config", config.toString(), "--to", "kept-e", "--delay", "1m"))) {
      process.await(() -> kept("e").size() == 1);
      assertThat(kept("e")).containsExactly(request(resource(SHOP, rich(1, 10))));

      decide("e", 99, 12 * MINUTE);
      process.await(() -> kept("e").size() == 2);
      assertThat(kept("e")).contains(request(resource(SHOP, rich(2, 20))));
      spans("e", 0, 13 * MINUTE, request(resource(SHOP, rich(99, 20))).toByteArray());

      assertThat(process.stop()).isZero();
      assertThat(process.said()).contains("kept 2 of about 2 traces", "2 found, 0 not found");
    }
    assertThat(keep(config, "--to", "kept-e", "--delay", "1m", "--until-now").succeeds().err())
        .contains("asked for 1 trace: 1 found");
    assertThat(kept("e")).hasSize(3);
  }

  @Test
  @Tag("slow")
  void processesShareThePartitionsAndTakeThemOver() throws Exception {
    Path config = create("g");
    List<String> arguments =
        List.of("keep", "--config", config.toString(), "--to", "kept-g", "--delay", "1m");
    try (JavaProcess first =
            JavaProcess.commandLine(directory.resolve("first"), List.of(), arguments);
        JavaProcess second =
            JavaProcess.commandLine(directory.resolve("second"), List.of(), arguments)) {
      for (int minute = 0; minute < 5; minute++) {
        sendAndDecide("g", minute);
      }
      first.await(() -> traces("g") >= 12);
      assertThat(first.stop()).isZero();
      for (int minute = 5; minute < 10; minute++) {
        sendAndDecide("g", minute);
      }
      second.await(() -> traces("g") >= 27);
      assertThat(second.stop()).isZero();
    }
  }

  /** Sends a trace to each partition, and decides all of them half a minute later. */
  private static void sendAndDecide(String name, int minute) throws Exception {
    for (int partition = 0; partition < 3; partition++) {
      int trace = 3 * minute + partition + 1;
      spans(
          name, partition, minute * MINUTE, request(resource(SHOP, rich(trace, 1))).toByteArray());
      decide(name, trace, minute * MINUTE + MINUTE / 2);
    }
  }

  private static long traces(String name) {
    return Results.recordsIn(broker.bootstrapServers(), "kept-" + name).stream()
        .map(record -> new String(record.key(), UTF_8))
        .distinct()
        .count();
  }

  @Test
  void aMissingTopicIsNamedTogetherWithTheMend() throws Exception {
    Path config = create("f");
    CommandLineRun.of("keep", "--config", config.toString(), "--to", "nowhere")
        .assertFailed(1, "--to: topic nowhere does not exist", "kafka-topics.sh --create");
    Path other = directory.resolve("other.yaml");
    Files.writeString(other, Files.readString(config).replace("prefix: f", "prefix: elsewhere"));
    CommandLineRun.of("keep", "--config", other.toString())
        .assertFailed(1, "elsewhere.keep.v1 does not exist", "tracemill topics");
    Files.writeString(other, Files.readString(config).replace("[spans-f]", "[spans-x]"));
    CommandLineRun.of("keep", "--config", other.toString())
        .assertFailed(1, "kafka.topics: spans-x does not exist");
  }

  private static Path create(String name) throws IOException {
    return create(name, "auto");
  }

  private static Path create(String name, String encoding) throws IOException {
    broker.createTopic("spans-" + name, 3, KEPT);
    broker.createTopic(name + ".keep.v1", 2, KEPT);
    broker.createTopic("kept-" + name, 1, KEPT);
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        kafka: {bootstrap-servers: "%s", topics: [spans-%s], group-id: %s, encoding: %s}
        output: {prefix: %s}
        """
            .formatted(broker.bootstrapServers(), name, name, encoding, name));
  }

  /** A span with everything that OTLP can say of it. */
  private static Span.Builder rich(long trace, long id) {
    ArrayValue list = ArrayValue.newBuilder().addValues(text("a")).addValues(integer(2)).build();
    return span(trace, id, "GET /" + id, 0, 1000)
        .setTraceState("vendor=1")
        .addAttributes(attribute("items", integer(7)))
        .addAttributes(attribute("list", AnyValue.newBuilder().setArrayValue(list).build()))
        .addEvents(Span.Event.newBuilder().setName("exception").setTimeUnixNano(5))
        .addLinks(Span.Link.newBuilder().setTraceState("x"));
  }

  private static CommandLineRun keep(Path config, String... more) {
    String name = config.getFileName().toString().replace(".yaml", "");
    List<String> arguments =
        new ArrayList<>(List.of("keep", "--config", config.toString(), "--to", "kept-" + name));
    if (List.of(more).contains("--to")) {
      arguments.subList(3, 5).clear();
    }
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private static void spans(String name, int partition, long millis, byte[] value)
      throws Exception {
    Topics.send(
        broker,
        List.of(new ProducerRecord<>("spans-" + name, partition, MILLIS + millis, null, value)));
  }

  private static void decide(String name, long trace, long millis) throws Exception {
    KeepRecord record =
        new KeepRecord(
            new TraceId(0, trace).hex(),
            KeepRecord.Reason.ANOMALY,
            Frame.of("shop", "GET /"),
            MILLIS + millis);
    decisions(name, millis, RecordJson.bytes(record));
  }

  private static void decisions(String name, long millis, byte[] value) throws Exception {
    Topics.send(broker, name + ".keep.v1", MILLIS + millis, value);
  }

  private static void expire(String name, int partition, long before) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .deleteRecords(
              Map.of(
                  new TopicPartition("spans-" + name, partition),
                  RecordsToDelete.beforeOffset(before)))
          .all()
          .get();
    }
  }

  private static List<ExportTraceServiceRequest> kept(String name)
      throws InvalidProtocolBufferException {
    List<ExportTraceServiceRequest> requests = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(broker.bootstrapServers(), "kept-" + name)) {
      requests.add(ExportTraceServiceRequest.parseFrom(record.value()));
    }
    return requests;
  }
}
