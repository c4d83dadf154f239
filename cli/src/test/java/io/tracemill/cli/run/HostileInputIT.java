package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.Hostility;
import io.tracemill.cli.hostile.Misdeed;
import io.tracemill.cli.hostile.Traffic;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever senders do: it is accounted for, and nothing happens to what others send. */
@Tag("slow")
@Timeout(300)
final class HostileInputIT {
  /**
   * Late spans are good spans. No change lasts long enough to be found. No stack samples and no
   * models are read.
   */
  private static final Set<ResultStream> MAY_HAVE_NO_NASTY_NAMES =
      EnumSet.of(
          ResultStream.LATE_SPANS,
          ResultStream.STACK_EXPLANATIONS,
          ResultStream.ANOMALIES,
          ResultStream.DEPLOYMENTS,
          ResultStream.DEPENDENCIES,
          ResultStream.MUTATIONS,
          ResultStream.INCIDENTS,
          ResultStream.CHANGES);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TRACES = 4000;
  private static final int NEW_NAMES = 250;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 100;

  /** One partition more than anybody writes to. */
  private static final int PARTITIONS = 4;

  private static final int WRITTEN_PARTITIONS = 3;

  @TempDir private static Path directory;

  @AutoClose private static EmbeddedBroker broker;

  private static final List<Misdeed> MISDEEDS = new ArrayList<>();
  private static final List<RecordMetadata> STORED = new ArrayList<>();
  private static long sentRecords;

  @BeforeAll
  static void runTheCleanAndTheHostile() throws Exception {
    broker = EmbeddedBroker.start();
    send("clean", goodRecords("clean"));
    sendMix();
    untilNow("clean", "exactly-once", 2);
    untilNow("mixed", "at-least-once", PARTITIONS + 1);
  }

  private static GoodTraces good(String topic) {
    return new GoodTraces(topic, WRITTEN_PARTITIONS, START_MILLIS, STEP_MILLIS);
  }

  private static List<ProducerRecord<byte[], byte[]>> goodRecords(String topic) {
    return records(all(Traffic.clean(good(topic))));
  }

  private static List<Traffic.Sent> all(Traffic traffic) {
    List<Traffic.Sent> all = traffic.next(TRACES);
    all.addAll(traffic.rest());
    return all;
  }

  private static List<ProducerRecord<byte[], byte[]>> records(List<Traffic.Sent> sent) {
    return sent.stream().map(Traffic.Sent::record).toList();
  }

  private static List<RecordMetadata> send(
      String topic, List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    broker.createTopic(topic, PARTITIONS, Topics.ANY_TIME);
    return Topics.send(broker, records);
  }

  private static void sendMix() throws Exception {
    List<Traffic.Sent> all = all(Traffic.mixed(new HostileMix(good("mixed"), NEW_NAMES)));
    List<RecordMetadata> stored = send("mixed", records(all));
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).misdeed().isPresent()) {
        MISDEEDS.add(all.get(i).misdeed().orElseThrow());
        STORED.add(stored.get(i));
      }
    }
    sentRecords = all.size();
  }

  @Test
  void goodTracesAndTheirProfilesAreThoseOfACleanRun() {
    assertThat(ofTheShop("mixed", ResultStream.TRACES)).hasSize(TRACES);
    for (ResultStream stream : List.of(ResultStream.TRACES, ResultStream.PROFILES)) {
      assertThat(differing(ofTheShop("mixed", stream), ofTheShop("clean", stream)))
          .as(stream.label())
          .isEmpty();
    }
  }

  /** The first of those expected records that were not found so; none if all were. */
  private static List<String> differing(
      Map<String, JsonNode> found, Map<String, JsonNode> expected) {
    assertThat(expected).isNotEmpty();
    return expected.keySet().stream()
        .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
        .limit(3)
        .map(key -> "%s: %s instead of %s".formatted(key, found.get(key), expected.get(key)))
        .toList();
  }

  @Test
  void theAccountsAddUp() {
    JsonNode accounts =
        Results.accounts(
            jsonWhere(
                "mixed",
                ResultStream.QUALITY,
                record -> record.path("scope").asText().equals("job")));
    System.out.println("hostile mix: " + accounts);

    JsonNode counts = accounts.path("records");
    long malformed = MISDEEDS.stream().filter(Misdeed::malformed).count();
    assertThat(counts.path("received").asLong()).isEqualTo(sentRecords);
    assertThat(counts.path("deadLettered").asLong()).isEqualTo(malformed);
    assertThat(counts.path("decoded").asLong()).isEqualTo(sentRecords - malformed);
    assertThat(counts.path("clockJumps").asLong()).isEqualTo(count(Hostility.RECORD_OF_NEXT_YEAR));

    JsonNode spans = accounts.path("spans");
    long goodSpans = (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;
    long hostileSpans = MISDEEDS.stream().mapToLong(Misdeed::spans).sum();
    assertThat(spans.path("decoded").asLong()).isEqualTo(goodSpans + hostileSpans);
    assertThat(Results.accountedSpans(accounts)).isEqualTo(goodSpans + hostileSpans);
    assertThat(spans.path("open").asLong()).isZero();
    JsonNode rejected = spans.path("rejected");
    assertThat(rejected.path("in-future").asLong()).isEqualTo(count(Hostility.SPAN_OF_NEXT_YEAR));
    assertThat(rejected.path("before-epoch").asLong()).isEqualTo(count(Hostility.SPAN_OF_1969));
    assertThat(rejected.path("invalid-trace-id").asLong())
        .isEqualTo(count(Hostility.ZERO_TRACE_ID));
    assertThat(rejected.path("invalid-span-id").asLong()).isEqualTo(count(Hostility.ZERO_SPAN_ID));
    assertThat(accounts.path("traces").path("parentsDropped").asLong())
        .isEqualTo(count(Hostility.PARENT_CYCLE));
  }

  private static long count(Hostility kind) {
    return MISDEEDS.stream().filter(misdeed -> misdeed.kind() == kind).count();
  }

  @Test
  void everyRecordThatCannotBeDecodedIsKeptWithWhereItCameFromAndWhy() {
    Map<String, String> expected = new TreeMap<>();
    for (int i = 0; i < MISDEEDS.size(); i++) {
      Misdeed misdeed = MISDEEDS.get(i);
      if (misdeed.malformed()) {
        RecordMetadata stored = STORED.get(i);
        expected.put(
            "mixed-%d@%d".formatted(stored.partition(), stored.offset()),
            digest(misdeed.record().key(), misdeed.record().value()));
      }
    }
    Map<String, String> found = new TreeMap<>();
    forEach(
        "mixed",
        ResultStream.DEAD_LETTERS,
        letter -> {
          assertThat(header(letter, "reason")).isNotBlank();
          found.put(
              "%s-%s@%s"
                  .formatted(
                      header(letter, "topic"),
                      header(letter, "partition"),
                      header(letter, "offset")),
              digest(letter.key(), letter.value()));
        });
    assertThat(found).isEqualTo(expected);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  private static String digest(byte[] key, byte[] value) {
    return "%d bytes %s, key %s"
        .formatted(
            value.length, ByteBuffer.wrap(value).hashCode(), ByteBuffer.wrap(key).hashCode());
  }

  @Test
  void everyRecordIsValidJsonInValidText() {
    for (ResultStream stream : ResultStream.values()) {
      if (stream == ResultStream.DEAD_LETTERS) {
        continue;
      }
      StreamSchema schema = StreamSchema.of(stream);
      AtomicInteger nasty = new AtomicInteger();
      forEach(
          "mixed",
          stream,
          record -> {
            text(record.key());
            String text = text(record.value());
            JsonNode json = json(text);
            if (text.contains("<script>")) {
              nasty.incrementAndGet();
              assertThat(schema.violations(json)).isEmpty();
            }
          });
      if (!MAY_HAVE_NO_NASTY_NAMES.contains(stream)) {
        assertThat(nasty).as(stream.label()).hasPositiveValue();
      }
    }
  }

  @Test
  void topicsThatAreCreatedLaterAreReadFromTheirFirstRecord() throws Exception {
    Path config = config("later", "[named_later, \"^pattern_.*\"]", "at-least-once", 2);
    try (JavaProcess job =
        JavaProcess.commandLine(
            directory.resolve("later.log"),
            List.of("-Xmx512m"),
            List.of("run", "--config", config.toString()))) {
      job.await(() -> job.said().contains("named_later does not exist"));
      send("named_later", goodRecords("named_later").subList(0, 1000));
      job.await(() -> ofTheShop("later", ResultStream.TRACES).size() > 100);
      send("pattern_later", goodRecords("pattern_later").subList(6000, 7000));
      job.await(() -> ofTheShop("later", ResultStream.TRACES).size() > 600);
    }
  }

  private static void untilNow(String name, String delivery, int parallelism) throws IOException {
    Path config = config(name, "[%s]".formatted(name), delivery, parallelism);
    CommandLineRun.of("run", "--config", config.toString(), "--until-now").succeeds();
  }

  private static Path config(String name, String topics, String delivery, int parallelism)
      throws IOException {
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic(name), 1, Topics.ANY_TIME);
    }
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        kafka:
          encoding: otlp_proto
          bootstrap-servers: "%s"
          topics: %s
          group-id: "%s"
          start: earliest
          properties: {partition.discovery.interval.ms: "500"}
        assembly: {max-duration: 1m, idle-flush: 0s}
        output: {prefix: "%s", delivery: %s, traces: true}
        store: {path: "target/stores/HostileInputIT"}
        state: {directory: "%s"}
        flink: {rest.port: "0", parallelism.default: "%d"}
        """
            .formatted(
                broker.bootstrapServers(),
                topics,
                name,
                name,
                delivery,
                directory.resolve(name + "-state"),
                parallelism));
  }

  /** Hands over each record of a stream, keeping none: the mix has hundreds of thousands. */
  private static void forEach(
      String prefix, ResultStream stream, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    Results.forEach(
        Map.of("bootstrap.servers", broker.bootstrapServers()), stream.topic(prefix), reader);
  }

  private static List<JsonNode> jsonWhere(
      String prefix, ResultStream stream, Predicate<JsonNode> wanted) {
    List<JsonNode> records = new ArrayList<>();
    forEach(
        prefix,
        stream,
        record -> {
          JsonNode json = json(new String(record.value(), UTF_8));
          if (wanted.test(json)) {
            records.add(json);
          }
        });
    return records;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  /** Text of bytes that are nothing else. */
  private static String text(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError(new String(bytes, UTF_8), e);
    }
  }

  /** Records of endpoints that only good traces have, by trace, or by endpoint and window. */
  /** Without sampled parts: the endpoints of the mix share one sample. */
  private static Map<String, JsonNode> ofTheShop(String prefix, ResultStream stream) {
    List<JsonNode> records =
        jsonWhere(
            prefix,
            stream,
            record -> record.path("endpoint").path("service").asText().equals("shop"));
    for (JsonNode record : records) {
      ((ObjectNode) record).remove("exemplars");
      record.path("tree").forEach(node -> ((ObjectNode) node).remove("exclusive"));
    }
    return Results.byIdentity(records);
  }
}
