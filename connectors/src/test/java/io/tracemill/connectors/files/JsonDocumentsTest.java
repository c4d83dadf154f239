package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tracemill.connectors.decoding.RandomJson;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.RandomRequests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class JsonDocumentsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Property(tries = 300)
  void everyElementIsAUnitAsItStandsHoweverItIsRead(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<String> traces = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      traces.add(mutated(random));
    }

    List<RawUnit> units = read(document(traces, random), 1 + random.nextInt(2000), random);

    assertThat(units)
        .extracting(unit -> new String(unit.bytes(), UTF_8))
        .filteredOn(text -> !text.contains("\"data\":[]"))
        .isEqualTo(traces);
  }

  @Property(tries = 300)
  void theLatestEndOfATraceIsThatOfItsSpans(@ForAll long seed) throws Exception {
    JsonNode trace = JSON.readTree(JsonRequests.jaeger(RandomRequests.request(new Random(seed))));
    ObjectMapper sorting = new ObjectMapper();
    sorting.enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    String sorted = sorting.writeValueAsString(sorting.convertValue(trace, Map.class));
    for (String text : List.of(trace.toString(), trace.toPrettyString(), sorted)) {
      assertThat(latestEnd(text)).isEqualTo(latestEndNanos(trace));
    }
  }

  /** A trace with a few values that are others. */
  private static String mutated(Random random) throws IOException {
    JsonNode trace = JSON.readTree(JsonRequests.jaeger(RandomRequests.request(random)));
    String mutated = new String(MutatedJson.of(trace, random), UTF_8);
    return random.nextBoolean() ? mutated : JSON.readTree(mutated).toPrettyString();
  }

  private static byte[] document(List<String> traces, Random random) {
    RandomJson json = new RandomJson(random);
    String separator = json.space() + "," + json.space();
    return utf8(
        json.space()
            + "{\"before\":%s,\"data\":[".formatted(json.value(2))
            + json.space()
            + String.join(separator, traces)
            + json.space()
            + "]%s,\"after\":%s}".formatted(json.space(), json.value(2)));
  }

  /** By a tree of Jackson's. */
  private static OptionalLong latestEndNanos(JsonNode trace) {
    long latest = 0;
    for (JsonNode span : trace.path("spans")) {
      latest =
          Math.max(latest, span.path("startTime").longValue() + span.path("duration").longValue());
    }
    return latest == 0 ? OptionalLong.empty() : OptionalLong.of(latest * 1000);
  }

  @Property(tries = 1000)
  void damageEndsTheFileOrIsLeftToTheDecoder(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] document = document(List.of(mutated(random), mutated(random)), random);
    try {
      read(new RandomJson(random).damaged(document), 100, random);
    } catch (CorruptFileException e) {
      assertThat(e).message().isNotBlank();
    }
  }

  @Test
  void aTraceThatIsNotWellFormedIsAUnitOfItsOwn() throws Exception {
    assertThat(read("{\"data\":[{\"a\":tru},{\"b\":[}},{\"c\":1}]}"))
        .extracting(unit -> new String(unit.bytes(), UTF_8))
        .containsExactly("{\"a\":tru}", "{\"b\":[}}", "{\"c\":1}");
  }

  @Test
  void bracesWithinTextsAreNone() throws Exception {
    assertThat(read("{\"data\":[{\"a\":\"}]\\\"}\"}]}")).hasSize(1);
  }

  @Test
  void tracesAreReadFromEachMemberCalledData() throws Exception {
    assertThat(
            texts("{\"data\":7,\"data\":[{\"a\":1}],\"y\":\"]\",\"data\":[{\"b\":2}],\"total\":0}"))
        .containsExactly("{\"a\":1}", "{\"b\":2}");
    assertThat(read("{\"data\":[]}")).isEmpty();
  }

  @Test
  void whatIsBesideTheTracesOfADocumentIsAUnitIfItMayHoldSpans() throws Exception {
    assertThat(
            texts("{\"n\":1,\"a\":{\"x\":1},\"data\":[{\"b\":2}],\"total\":0,\"c\":[{\"y\":3}]}"))
        .containsExactly(
            "{\"n\":1,\"a\":{\"x\":1},\"data\":[]}",
            "{\"b\":2}",
            "{\"data\":[],\"total\":0,\"c\":[{\"y\":3}]}");
  }

  @Test
  void documentsMayFollowEachOther() throws Exception {
    assertThat(texts("{\"data\":[{\"a\":1}]}\n{\"data\":[{\"b\":2}]} [[3]] {\"c\":4}"))
        .containsExactly("{\"a\":1}", "{\"b\":2}", "[3]", "{\"c\":4}");
  }

  @Test
  void ofAnArrayNeighboursOfOneTraceAreAUnit() throws Exception {
    assertThat(
            texts("[{\"traceId\":\"1\"},{\"x\":0,\"traceId\" : \"1\"},{\"traceId\":\"2\"},{},{}]"))
        .containsExactly(
            "[{\"traceId\":\"1\"},{\"x\":0,\"traceId\" : \"1\"}]",
            "[{\"traceId\":\"2\"}]",
            "[{}]",
            "[{}]");
  }

  private static List<String> texts(String document) throws Exception {
    return read(document).stream().map(unit -> new String(unit.bytes(), UTF_8)).toList();
  }

  @Test
  void aSpanEndsWhenItBeganIfItHasNoDuration() throws Exception {
    assertThat(
            latestEndOf(
                "{\"startTime\":5},{\"startTime\" : \"7\"},{\"startTime\":3,\"duration\":3}"))
        .hasValue(7_000);
    assertThat(latestEndOf("{\"startTime\":5,\"duration\":-1}")).hasValue(5_000);
    assertThat(latestEndOf("{\"startTime\":1.5,\"duration\":60},{\"duration\":60}")).isEmpty();
    assertThat(latestEndOf("{\"operationName\":\"startTime\",\"duration\":2}")).isEmpty();
    assertThat(latestEndOf("{\"startTime\":123456789012345678901}")).isEmpty();
    assertThat(latestEndOf("")).isEmpty();
  }

  @Test
  void aSpanOfANumberThatIsTooLargeHasNoEnd() throws Exception {
    assertThat(latestEndOf("{\"startTime\":1700000000000000000,\"duration\":5}")).isEmpty();
    assertThat(latestEndOf("{\"startTime\":7,\"duration\":99999999999999999999}")).hasValue(7_000);
    assertThat(latestEndOf("{\"startTime\":-1700000000000000000,\"duration\":5}")).isEmpty();
    assertThat(latestEndOf("{\"startTime\":9223372036854776}")).isEmpty();
    assertThat(latestEndOf("{\"startTime\":9223372036854775}"))
        .hasValue(9_223_372_036_854_775_000L);
    assertThat(latestEndOf("{\"startTime\":1700000000000000000},{\"startTime\":5,\"duration\":2}"))
        .hasValue(7_000);
  }

  private static OptionalLong latestEndOf(String spans) throws Exception {
    return latestEnd("{\"spans\":[" + spans + "]}");
  }

  private static OptionalLong latestEnd(String trace) throws Exception {
    return read("{\"data\":[" + trace + "]}").get(0).latestEndNanos();
  }

  @Test
  void aFileThatIsNoDocumentSaysWhere() {
    assertCorrupt("17", "an object or an array expected at byte 0");
    assertCorrupt("{} x", "an object or an array expected at byte 3");
    assertCorrupt("{\"data\":[17]}", "an object or an array expected at byte 9");
    assertCorrupt("{\"data\":[{}", "it ends too early, at byte 11");
    assertCorrupt("{\"data\":[{\"a\":\"}", "it ends too early, at byte 16");
    assertCorrupt("{\"data\" [", "a : expected at byte 8");
  }

  private static void assertCorrupt(String document, String problem) {
    assertThatThrownBy(() -> read(document))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageStartingWith(problem);
  }

  private static List<RawUnit> read(String document) throws Exception {
    return read(utf8(document), 1, new Random(0));
  }

  /** Reads at most so many bytes at once. */
  private static List<RawUnit> read(byte[] document, int most, Random random) throws Exception {
    InputStream slow =
        new ByteArrayInputStream(document) {
          @Override
          public int read(byte[] target, int offset, int count) {
            return super.read(target, offset, Math.min(count, 1 + random.nextInt(most)));
          }
        };
    JsonDocuments traces = new JsonDocuments(slow, FileFormat.JAEGER_JSON);
    List<RawUnit> units = new ArrayList<>();
    for (Optional<RawUnit> unit = traces.next(); unit.isPresent(); unit = traces.next()) {
      units.add(unit.get());
    }
    assertThat(traces.next()).isEmpty();
    return units;
  }
}
