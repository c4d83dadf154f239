package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kafka.encoding: auto} through a real broker. */
@Tag("slow")
@Timeout(120)
final class EncodingsIT {
  private static final long MILLIS = 1_700_000_000_000L;

  @TempDir private Path directory;

  @Test
  void topicsOfOneRunMayHaveDifferentEncodings() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      fill(broker, "a", 3, IntStream.range(1, 50).mapToObj(EncodingsIT::proto));
      fill(broker, "b", 1, IntStream.range(50, 100).mapToObj(EncodingsIT::json));
      fill(broker, "c", 1, encoded(Encoding.JAEGER_PROTO, 100));
      fill(broker, "d", 1, encoded(Encoding.ZIPKIN_JSON, 101));

      CommandLineRun run =
          CommandLineRun.of(
                  "run", "--config", config(broker, "a, b, c, d").toString(), "--until-now")
              .succeeds();
      assertThat(run.err())
          .contains(
              "topic a is otlp_proto",
              "topic b is otlp_json",
              "topic c is jaeger_proto",
              "topic d is zipkin_json");
      assertThat(traces(broker)).hasSize(101);
      assertThat(Results.inTopic(broker.bootstrapServers(), ResultStream.DEAD_LETTERS)).isEmpty();
    }
  }

  @Test
  void aTopicOfTwoEncodingsIsABadConfiguration() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      fill(
          broker,
          "mixed",
          1,
          Stream.concat(
              IntStream.range(1, 98).mapToObj(EncodingsIT::proto),
              IntStream.range(98, 200).mapToObj(EncodingsIT::json)));

      CommandLineRun run = CommandLineRun.of("run", "--config", config(broker, "mixed").toString());

      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err())
          .contains(
              "kafka.encoding: 'auto': topic 'mixed':"
                  + " 97 of 100 records are otlp_proto, 3 are otlp_json;"
                  + " set kafka.encoding to one of otlp_proto, otlp_json");
    }
  }

  /** Such a topic stops the job for good, though Flink would restart it otherwise. */
  @Test
  void topicsThatAreCreatedWhileTheJobRunsAreAskedToo() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      fill(broker, "late-a", 1, Stream.of(proto(1)));
      Path config = config(broker, "^late-.*");
      try (EmbeddedJob job =
          EmbeddedJob.start(ConfigFile.load(config, Map.of()), false, Optional.empty())) {
        awaitTraces(broker, job, 1);
        fill(broker, "late-b", 1, Stream.of(json(2)));
        awaitTraces(broker, job, 2);
        Patience.until(
            "the job says how many spans came", () -> JobMetrics.sum(JobMetrics.SPANS) == 2);
        fill(broker, "late-c", 1, Stream.of("not a span at all".getBytes(UTF_8)));
        assertThatThrownBy(job::await)
            .hasStackTraceContaining("SuppressRestartsException")
            .rootCause()
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining("topic 'late-c': 1 of 1 record fits no encoding");
      }
    }
  }

  private static void awaitTraces(EmbeddedBroker broker, EmbeddedJob job, int count)
      throws IOException {
    while (traces(broker).size() < count) {
      assertThat(job.failed()).isFalse();
    }
  }

  private static List<JsonNode> traces(EmbeddedBroker broker) throws IOException {
    return Results.inTopic(broker.bootstrapServers(), ResultStream.TRACES);
  }

  private static void fill(
      EmbeddedBroker broker, String topic, int partitions, Stream<byte[]> values) throws Exception {
    Topics.create(broker, topic, partitions);
    Topics.send(
        broker,
        values
            .map(value -> new ProducerRecord<byte[], byte[]>(topic, null, MILLIS, null, value))
            .toList());
  }

  private Path config(EmbeddedBroker broker, String topics) throws IOException {
    return Files.writeString(
        directory.resolve("run.yaml"),
        """
        kafka:
          bootstrap-servers: "%s"
          topics: [%s]
          start: earliest
          properties: {partition.discovery.interval.ms: "1000"}
        assembly: {quiet-period: 100ms, root-grace: 0s, idle-flush: 1s}
        output: {traces: true}
        store: {path: "target/stores/EncodingsIT"}
        state: {directory: "%s"}
        flink: {rest.port: "0", execution.checkpointing.interval: 1s}
        """
            .formatted(broker.bootstrapServers(), topics, directory.resolve("state")));
  }

  private static Stream<byte[]> encoded(Encoding encoding, int id)
      throws InvalidProtocolBufferException {
    return EncodedRequests.encode(encoding, ExportTraceServiceRequest.parseFrom(proto(id)))
        .stream();
  }

  private static byte[] proto(int id) {
    return OneSpan.proto(id, MILLIS);
  }

  private static byte[] json(int id) {
    return OneSpan.line(id, MILLIS, "json").getBytes(UTF_8);
  }
}
