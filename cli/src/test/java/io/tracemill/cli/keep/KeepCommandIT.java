package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.run.Topics;
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
    Path config = create("a");
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
            "kept 1 trace: 67 % of the spans",
            "asked for 2 traces: 1 found, 1 not found, 0 still ahead",
            "0 records expired, 2 records unreadable");

    spans("a", 0, 5 * MINUTE, request(resource(SHOP, rich(5, 50))).toByteArray());
    spans("a", 0, 5 * MINUTE, request(resource(SHOP, rich(4, 40))).toByteArray());
    decide("a", 4, 6 * MINUTE);
    decide("a", 5, 6 * MINUTE);
    expire("a", 0, 2);

    CommandLineRun second = keep(config, "--until-now").succeeds();

    assertThat(kept("a")).hasSize(3).last().isEqualTo(request(resource(SHOP, rich(4, 40))));
    assertThat(second.err()).contains("kept 1 trace", "1 found", "1 record expired");
    assertThat(keep(config, "--until-now").succeeds().err()).contains("kept 0 traces");
    assertThat(kept("a")).hasSize(3);
  }

  @Test
  void onlyTracesOfTheGivenReasonsAreKept() throws Exception {
    Path config = create("r");
    spans("r", 0, 10, request(resource(SHOP, rich(1, 10), rich(2, 20))).toByteArray());
    decide("r", 1, MINUTE);
    decide("r", 2, MINUTE, KeepRecord.Reason.INCIDENT);
    keep(config, "--until-now", "--reason", "incident,failed").succeeds();

    assertThat(kept("r")).containsExactly(request(resource(SHOP, rich(2, 20))));
    ConsumerRecord<byte[], byte[]> record =
        Results.recordsIn(broker.bootstrapServers(), "kept-r").get(0);
    assertThat(new String(record.key(), UTF_8)).isEqualTo(new TraceId(0, 2).hex());
    assertThat(record.timestamp()).isEqualTo(MILLIS + 10);
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
      assertThat(process.said()).contains("kept 2 traces", "2 found, 0 not found");
    }
    assertThat(keep(config, "--delay", "1m", "--until-now").succeeds().err()).contains("1 found");
    assertThat(kept("e")).hasSize(3);
  }

  @Test
  void aMissingTopicIsNamedTogetherWithTheMend() throws Exception {
    Path config = create("f");
    CommandLineRun.of("keep", "--config", config.toString(), "--to", "nowhere")
        .assertFailed(1, "topic nowhere does not exist", "kafka-topics.sh --create");
    Path other = directory.resolve("other.yaml");
    Files.writeString(other, Files.readString(config).replace("prefix: f", "prefix: elsewhere"));
    CommandLineRun.of("keep", "--config", other.toString())
        .assertFailed(1, "elsewhere.keep.v1 does not exist", "tracemill topics");
    Files.writeString(other, Files.readString(config).replace("[spans-f]", "[spans-x]"));
    CommandLineRun.of("keep", "--config", other.toString())
        .assertFailed(1, "kafka.topics: spans-x does not exist");
  }

  private static Path create(String name) throws IOException {
    broker.createTopic("spans-" + name, 3, KEPT);
    broker.createTopic(name + ".keep.v1", 2, KEPT);
    broker.createTopic("kept-" + name, 1, KEPT);
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        kafka: {bootstrap-servers: "%s", topics: [spans-%s], group-id: %s, encoding: otlp_proto}
        output: {prefix: %s}
        """
            .formatted(broker.bootstrapServers(), name, name, name));
  }

  /** A span with what only OTLP can say. */
  private static Span.Builder rich(long trace, long id) {
    return span(trace, id, "GET /" + id, 0, 1000)
        .setTraceState("vendor=1")
        .addAttributes(attribute("items", integer(7)))
        .addEvents(Span.Event.newBuilder().setName("exception").setTimeUnixNano(5))
        .addLinks(Span.Link.newBuilder().setTraceState("x"));
  }

  private static CommandLineRun keep(Path config, String... more) {
    String name = config.getFileName().toString().replace(".yaml", "");
    List<String> arguments =
        new ArrayList<>(List.of("keep", "--config", config.toString(), "--to", "kept-" + name));
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
    decide(name, trace, millis, KeepRecord.Reason.ANOMALY);
  }

  private static void decide(String name, long trace, long millis, KeepRecord.Reason reason)
      throws Exception {
    decisions(name, millis, WantedTracesTest.decision(trace, MILLIS + millis, reason));
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
