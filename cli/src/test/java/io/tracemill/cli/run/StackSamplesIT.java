package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.results.SharedFolder;
import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recordings of the reference as hosts of one system: spans and stack samples come through two
 * topics, interleaved and out of order, and the job says of each what {@code explain} says of its
 * files.
 */
@Tag("slow")
@Timeout(300)
final class StackSamplesIT {
  private static final Optional<Path> LAB = SharedFolder.find("reference/longtale/data");
  private static final List<String> PROFILERS = List.of("perf", "jfr");
  private static final Pattern TIME = Pattern.compile("[uU]nixNano\":\\[?\"(\\d+)\"");
  private static final long SPANS_LATE_MILLIS = 2_000;
  private static final long SAMPLES_LATE_MILLIS = 40_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedBroker broker;

  private static List<JsonNode> found = List.of();

  /** A line of a file on its way into a topic. */
  private record Sent(String topic, long millis, long arrives, byte[] line) {}

  @BeforeAll
  static void run() throws Exception {
    Assumptions.assumeTrue(LAB.isPresent(), "no ../shared/reference/longtale");
    broker = EmbeddedBroker.start();
    Topics.create(broker);
    Topics.create(broker, "otlp_profiles", 2);
    List<Sent> lines = new ArrayList<>();
    for (String host : hosts()) {
      lines.addAll(lines("otlp_spans", spans(host), host));
      lines.addAll(lines("otlp_profiles", stacks(host), host));
    }
    lines.sort(Comparator.comparingLong(Sent::arrives));
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Sent each : lines) {
      records.add(new ProducerRecord<>(each.topic(), 0, each.millis(), null, each.line()));
    }
    records.add(
        new ProducerRecord<>(
            "otlp_profiles", 1, lines.get(0).millis(), null, "{\"wrong\":".getBytes(UTF_8)));
    Topics.send(broker, records);
    CommandLineRun.configured(
            directory,
            """
            kafka: {bootstrap-servers: "%s"}
            time: {out-of-orderness: 10s}
            stacks: {topics: [otlp_profiles]}
            store: {path: ""}
            state: {directory: "%s"}
            flink: {rest.port: "0"}
            """
                .formatted(broker.bootstrapServers(), directory.resolve("state")),
            "run",
            "--until-now")
        .succeeds();
    found = Results.inTopic(broker.bootstrapServers(), ResultStream.STACK_EXPLANATIONS);
  }

  @AfterAll
  static void stop() throws IOException {
    if (LAB.isPresent()) {
      broker.close();
    }
  }

  private static List<String> hosts() throws IOException {
    try (var folders = Files.list(LAB.orElseThrow())) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .flatMap(name -> PROFILERS.stream().map(profiler -> name + " " + profiler))
          .filter(host -> Files.exists(stacks(host)))
          .toList();
    }
  }

  private static Path spans(String host) {
    return stacks(host).resolveSibling("spans.otlp.jsonl.gz");
  }

  /** The samples of a host: {@code two perf} has those of perf in recording {@code two}. */
  private static Path stacks(String host) {
    String[] parts = host.split(" ", 2);
    return LAB.orElseThrow().resolve(parts[0]).resolve(parts[1] + ".otlp.jsonl.gz");
  }

  /** The lines of a file as those of another host, with traces of their own. */
  private static List<Sent> lines(String topic, Path file, String host) throws IOException {
    Random random = new Random(host.hashCode());
    boolean spans = topic.equals("otlp_spans");
    String traces = "\"traceId\":\"%08x".formatted(host.hashCode());
    List<Sent> lines = new ArrayList<>();
    try (BufferedReader read =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      for (String line = read.readLine(); line != null; line = read.readLine()) {
        long millis = latestNanos(line) / 1_000_000;
        long wait = random.nextLong(spans ? SPANS_LATE_MILLIS : SAMPLES_LATE_MILLIS);
        String moved =
            line.replace("\"lab-1\"", "\"" + host + "\"")
                .replaceAll("\"traceId\":\"[0-9a-f]{8}", traces);
        lines.add(new Sent(topic, millis, millis + wait, moved.getBytes(UTF_8)));
      }
    }
    lines.removeIf(line -> line.millis() == 0);
    return lines;
  }

  private static long latestNanos(String line) {
    long latest = 0;
    Matcher times = TIME.matcher(line);
    while (times.find()) {
      latest = Math.max(latest, Long.parseLong(times.group(1)));
    }
    return latest;
  }

  @Test
  void everyHostIsExplainedAsItsFilesAre() throws Exception {
    for (String host : hosts()) {
      JsonNode streamed = ofHost(host);
      JsonNode expected = ofFiles(host);

      assertThat(streamed.path("verdict")).as(host).isEqualTo(expected.path("verdict"));
      assertThat(culprits(streamed)).as(host).isEqualTo(culprits(expected));
      // At busy seconds not all spans go to their host.
      assertThat(streamed.at("/policy/fastSpans").asInt())
          .as(host)
          .isCloseTo(expected.at("/policy/fastSpans").asInt(), withinPercentage(3));
      for (JsonNode feature : expected.path("features")) {
        if (feature.path("culprit").asBoolean()) {
          assertSameShares(same(streamed, feature), feature, host);
        }
      }
    }
  }

  private static void assertSameShares(JsonNode streamed, JsonNode expected, String host) {
    for (String share : List.of("fastShare", "slowShare")) {
      assertThat(streamed.path(share).asDouble())
          .as(host)
          .isCloseTo(expected.path(share).asDouble(), within(0.01));
    }
  }

  @Test
  void aRecordOfAnotherKindIsADeadLetterWithItsReason() {
    List<ConsumerRecord<byte[], byte[]>> letters =
        Results.recordsIn(broker.bootstrapServers(), ResultStream.DEAD_LETTERS.topic("tracemill"));

    assertThat(letters).hasSize(1);
    assertThat(new String(letters.get(0).headers().lastHeader("topic").value(), UTF_8))
        .isEqualTo("otlp_profiles");
  }

  private static JsonNode ofHost(String host) {
    List<JsonNode> same =
        found.stream()
            .filter(each -> each.at("/hosts/0/host").asText().equals(host))
            .filter(each -> each.at("/span/operation").asText().equals("GET /price"))
            .toList();
    assertThat(same).as(host).isNotEmpty();
    return same.get(0);
  }

  private static JsonNode ofFiles(String host) throws IOException {
    return JSON.readTree(
        CommandLineRun.of(
                "explain",
                spans(host).toString(),
                "--stacks",
                stacks(host).toString(),
                "--span",
                "back GET /price",
                "--json")
            .succeeds()
            .out());
  }

  private static Set<String> culprits(JsonNode explanation) {
    return StreamSupport.stream(explanation.path("features").spliterator(), false)
        .filter(each -> each.path("culprit").asBoolean())
        .map(each -> each.path("look").asText() + " " + each.path("name").asText())
        .collect(toCollection(TreeSet::new));
  }

  private static JsonNode same(JsonNode explanation, JsonNode feature) {
    return StreamSupport.stream(explanation.path("features").spliterator(), false)
        .filter(each -> each.path("look").equals(feature.path("look")))
        .filter(each -> each.path("name").equals(feature.path("name")))
        .findFirst()
        .orElseThrow();
  }
}
