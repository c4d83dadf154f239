package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real traces, replayed and read from Kafka or from the file that was written, give what they give
 * as they are.
 */
@Tag("slow")
@Timeout(300)
final class ReplayEqualsAnalyzeIT {
  private static final List<ResultStream> STREAMS =
      List.of(ResultStream.TRACES, ResultStream.PROFILES);
  private static final List<Encoding> ENCODINGS = List.of(Encoding.OTLP_PROTO, Encoding.OTLP_JSON);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is asked here is not what changed: a third of the time goes there. */
  private static final String NOTHING_IS_COMPARED = "changes: {enabled: false}\n";

  @TempDir private static Path directory;

  @AutoClose private static EmbeddedBroker broker;

  /** Where the results of analyses are, by what was analysed. */
  private static final Map<Path, Path> ANALYSED = new HashMap<>();

  @BeforeAll
  static void startBroker() throws IOException {
    broker = EmbeddedBroker.start();
  }

  static Stream<Arguments> filesAndEncodings() {
    return Arrays.stream(Recording.values())
        .flatMap(
            recording -> ENCODINGS.stream().map(encoding -> Arguments.of(recording, encoding)));
  }

  static Stream<Arguments> filesToWrite() {
    return ENCODINGS.stream().map(encoding -> Arguments.of(Recording.ONLINE_BOUTIQUE, encoding));
  }

  @ParameterizedTest
  @MethodSource("filesAndEncodings")
  void whatRunFindsInTheTopicIsWhatAnalyzeFindsInTheFile(Recording recording, Encoding encoding)
      throws IOException {
    Path file = recording.slice();
    String topic = encoding.label() + "." + file.getFileName();
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic(topic), 1, Map.of("retention.ms", "-1"));
    }
    succeed(
        "replay",
        file.toString(),
        "--bootstrap-servers",
        broker.bootstrapServers(),
        "--topic",
        topic,
        "--encoding",
        encoding.label());
    succeed("run", "--config", config(topic).toString(), "--until-now");

    for (ResultStream stream : STREAMS) {
      assertSame(stream, inTopic(stream.topic(topic)), inFile(analyse(file), stream));
    }
  }

  @ParameterizedTest
  @MethodSource("filesToWrite")
  void whatAnalyzeFindsInTheFileThatIsWrittenIsWhatItFindsInTheOriginal(
      Recording recording, Encoding encoding) throws IOException {
    Path file = recording.slice();
    Path written = directory.resolve("written-" + encoding.label() + ".gz");
    succeed("replay", file.toString(), "--to", written.toString(), "--encoding", encoding.label());

    for (ResultStream stream : STREAMS) {
      assertSame(stream, inFile(analyse(written), stream), inFile(analyse(file), stream));
    }
  }

  private static Path config(String topic) throws IOException {
    return Files.writeString(
        directory.resolve("run.yaml"),
        """
        kafka: {bootstrap-servers: "%s", topics: ["%s"], encoding: auto, start: earliest}
        output: {prefix: "%s", traces: true}
        store: {path: "target/stores/ReplayEqualsAnalyzeIT"}
        state: {directory: "%s"}
        flink: {rest.port: "0"}
        """
                .formatted(broker.bootstrapServers(), topic, topic, directory.resolve("state"))
            + NOTHING_IS_COMPARED);
  }

  private static Path analyse(Path file) throws IOException {
    Path known = ANALYSED.get(file);
    if (known != null) {
      return known;
    }
    Path config = Files.writeString(directory.resolve("analyze.yaml"), NOTHING_IS_COMPARED);
    Path out = directory.resolve("analysed-" + file.getFileName());
    succeed(
        "analyze",
        file.toString(),
        "--out",
        out.toString(),
        "--traces",
        "--config",
        config.toString());
    ANALYSED.put(file, out);
    return out;
  }

  private static void succeed(String... arguments) {
    CommandLineRun.of(arguments).succeeds();
  }

  private static Map<String, JsonNode> inFile(Path directory, ResultStream stream)
      throws IOException {
    return byIdentity(Results.inFile(directory, stream));
  }

  private static Map<String, JsonNode> inTopic(String topic) {
    List<JsonNode> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(broker.bootstrapServers(), topic)) {
      try {
        records.add(JSON.readTree(record.value()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return byIdentity(records);
  }

  private static Map<String, JsonNode> byIdentity(List<JsonNode> records) {
    records.forEach(record -> ((ObjectNode) record).remove("exemplars"));
    return Results.byIdentity(records);
  }

  private static void assertSame(
      ResultStream stream, Map<String, JsonNode> found, Map<String, JsonNode> expected) {
    assertThat(expected).as(stream.label()).isNotEmpty();
    assertThat(found.keySet()).as(stream.label()).isEqualTo(expected.keySet());
    expected.forEach((key, record) -> assertThat(found.get(key)).as(key).isEqualTo(record));
  }
}
