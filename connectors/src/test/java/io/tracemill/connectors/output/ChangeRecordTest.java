package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.record.ChangeRecord;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChangeRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.CHANGES);

  private static ResultRecord write(RecordLimits limits, Explanation why) {
    return new ResultWriter(limits).write(IncidentRecords.change(why), why.window().endMillis());
  }

  @Test
  void anAccountIsWrittenFieldByField() {
    byte[] json = write(Samples.NO_LIMITS, IncidentSamples.explanation()).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(new String(json, UTF_8))
        .isEqualTo(
            """
            {"endpoint":{"service":"shop","operation":"GET /cart"},\
            "window":{"startMillis":3600000,"endMillis":3660000},\
            "baseline":{"startMillis":0,"endMillis":3540000},\
            "beforeMeanNanos":100,"afterMeanNanos":150,"deltaMeanNanos":50,"terms":[\
            {"kind":"rate","category":"0000000000000000000000000000000a","node":[\
            {"service":"shop","operation":"GET /cart"},\
            {"service":"shop","operation":"GET /cart","callee":"db"}],"nanos":70},\
            {"kind":"mix","category":"0000000000000000000000000000000a","nanos":-30}],\
            "restNanos":10,"places":[{"type":"edge","caller":"shop","callee":"db",\
            "beforeNanos":10,"afterNanos":55,"share":0.9}]}\
            """);
  }

  @Test
  void theKeyIsEndpointAndStartsOfWindowAndBaseline() {
    ResultRecord change = write(Samples.NO_LIMITS, IncidentSamples.explanation());

    assertThat(new String(change.key(), UTF_8)).isEqualTo("shop\0GET /cart\0003600000\0000");
    assertThat(change.timestampMillis()).isEqualTo(IncidentSamples.WINDOW.endMillis());
    assertThat(change.stream()).isEqualTo(ResultStream.CHANGES);
  }

  @Property(tries = 30)
  void whateverTheNamesAndTheSizeTheRecordFitsAndAddsUp(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 50) int size,
      @ForAll long seed) {
    Explanation change = hostile(names, size, seed);

    byte[] json = write(new RecordLimits(1, 10_000), change).value();

    assertThat(json.length).isLessThanOrEqualTo(10_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
    JsonNode written = StreamSchema.parse(json);
    long sum = written.path("restNanos").longValue();
    for (JsonNode term : written.path("terms")) {
      sum += term.path("nanos").longValue();
    }
    assertThat(sum).isEqualTo(written.path("deltaMeanNanos").longValue());
  }

  @Test
  void aCallPathWithoutRoomKeepsItsEnd() {
    Explanation change = hostile(List.of("a"), 1_000, 3);

    byte[] json = write(new RecordLimits(1, 100_000), change).value();

    JsonNode paths = StreamSchema.parse(json).path("terms").findValue("node");
    assertThat(paths.path(0).path("service").asText()).isEqualTo("(other)");
    assertThat(paths.path(paths.size() - 1).path("service").asText()).isEqualTo("a");
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    byte[] json = write(Samples.NO_LIMITS, IncidentSamples.explanation()).value();

    assertThat(RecordJson.read(json, ChangeRecord.class))
        .isEqualTo(IncidentRecords.change(IncidentSamples.explanation()));
  }

  private static Explanation hostile(List<String> names, int size, long seed) {
    return IncidentSamples.hostile(names, size, new Random(seed)).explanation().orElseThrow();
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Samples.longNames().list().ofMinSize(1).ofMaxSize(8);
  }
}
