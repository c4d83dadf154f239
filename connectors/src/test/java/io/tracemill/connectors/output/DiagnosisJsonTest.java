package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.diagnosis.FindingSamples;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DiagnosisJsonTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.DIAGNOSES);
  private static final int SMALL = 5_000;

  private static List<ResultRecord> records() {
    return new DiagnosisJson(Samples.NO_LIMITS)
        .records(FindingSamples.diagnosis(), 60_000, 360_000);
  }

  private static String key(ResultRecord record) {
    return new String(record.key(), UTF_8).replace('\0', ' ');
  }

  private static JsonNode json(String key) {
    return records().stream()
        .filter(record -> key(record).equals(key))
        .map(record -> StreamSchema.parse(record.value()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyFindingIsARecordAndSoIsTheWholeThatItIsAPartOf() {
    assertThat(records())
        .hasSize(2 * 12)
        .extracting(DiagnosisJsonTest::key)
        .startsWith(
            "60000 self-time 1 operation_self",
            "60000 self-time 1 operation",
            "60000 self-time 1.1 operation_self",
            "60000 self-time 1.1 operation",
            "60000 self-time 1.1.1 child_diff",
            "60000 self-time 1.1.1 span",
            "60000 self-time 1.1.1.1 sub_span",
            "60000 self-time 1.1.1.2 sub_span",
            "60000 self-time 1.1.2 child_diff")
        .doesNotHaveDuplicates()
        .contains("60000 critical-path 1.1.2.2 sub_span");
    assertThat(records())
        .allSatisfy(
            record -> {
              assertThat(record.stream()).isEqualTo(ResultStream.DIAGNOSES);
              assertThat(record.timestampMillis()).isEqualTo(360_000);
              assertThat(SCHEMA.violations(record.value())).isEmpty();
            });
  }

  @Test
  void anOperationIsWrittenFieldByField() {
    String figures =
        """
        "count":2700,"meanNanos":20000500,"stddevNanos":2000050,"p50Nanos":20000400,\
        "p50ErrorNanos":700000,"p99Nanos":40001000,"p99ErrorNanos":3000000,"sampled":24""";
    assertThat(new String(records().get(0).value(), UTF_8))
        .isEqualTo(
            """
            {"ranking":"self-time","id":"1","window":{"startMillis":60000,"endMillis":360000},\
            "requests":5000,"layer":1,"kind":"operation_self","rank":1,\
            "operation":{"service":"shop","operation":"POST /cart"},%s,\
            "normal":{"count":2430,"meanNanos":10000250,"stddevNanos":1000025,\
            "p50Nanos":10000150,"p50ErrorNanos":700000,"p99Nanos":20000500,\
            "p99ErrorNanos":3000000,"sampled":24},\
            "slowest":{"count":270,"meanNanos":100002500,"stddevNanos":10000250,\
            "p50Nanos":100002400,"p50ErrorNanos":700000,"p99Nanos":200005000,\
            "p99ErrorNanos":3000000,"sampled":24},\
            "boundaryRequests":40,"tail":false,"score":54000000000,"explained":0.2,\
            "coverage":1.0,"unnamed":0.03}"""
                .formatted(figures));
  }

  @Test
  void aPartNamesItsParentItsGroupAndItsPlaceInTheSpan() {
    JsonNode part = json("60000 self-time 1.1.1 child_diff");
    assertThat(part.path("parent").asText()).isEqualTo("1.1");
    assertThat(part.path("layer").asInt()).isEqualTo(3);
    assertThat(part.path("endpoint").path("operation").asText()).isEqualTo("POST /cart");
    assertThat(part.path("group").asText()).isEqualTo("00000000000000010000000000000002");
    assertThat(part.path("position").asInt()).isZero();
    assertThat(part.path("path")).hasSize(1);
    assertThat(part.path("part").asInt()).isEqualTo(3);
    assertThat(part.path("tail").asBoolean()).isTrue();

    JsonNode span = json("60000 self-time 1.1.1 span");
    assertThat(span.has("part")).isFalse();
    assertThat(span.path("rank").asInt()).isEqualTo(1);
    assertThat(span.path("parent").asText()).isEqualTo("1.1");
    assertThat(span.path("meanNanos").asLong()).isEqualTo(100_000_000);
  }

  @Test
  void aSubSpanHasItsEventsAndTheAggregateTrace() {
    JsonNode subSpan = json("60000 critical-path 1.1.1.1 sub_span");
    assertThat(subSpan.path("after").path("event").asText()).isEqualTo("call_end");
    assertThat(subSpan.path("after").path("service").asText()).isEqualTo("db");
    assertThat(subSpan.path("before").path("event").asText()).isEqualTo("call_begin");
    assertThat(subSpan.path("before").path("operation").asText()).isEqualTo("GET /items");
    assertThat(subSpan.path("problematic").asBoolean()).isTrue();
    assertThat(subSpan.path("exemplar").asText()).isEqualTo(FindingSamples.EXEMPLAR.hex());
    JsonNode trace = subSpan.path("trace");
    assertThat(trace.path("requests").asLong()).isEqualTo(2_700);
    assertThat(trace.path("spans").findValuesAsText("parent"))
        .containsExactly("-1", "0", "0", "0", "3");
    assertThat(trace.path("spans").get(0).path("critical")).hasSize(3);
    assertThat(trace.path("spans").get(2).path("critical")).isEmpty();

    assertThat(json("60000 critical-path 1.1.1.2 sub_span").has("problematic")).isFalse();
  }

  @Test
  void recordsOfAWholeInputHaveNoWindow() {
    List<ResultRecord> records =
        new DiagnosisJson(Samples.NO_LIMITS)
            .records(FindingSamples.diagnosis(), 0, DiagnosisJson.WHOLE_INPUT);

    assertThat(StreamSchema.parse(records.get(0).value()).has("window")).isFalse();
    assertThat(SCHEMA.violations(records.get(0).value())).isEmpty();
    assertThat(records.get(0).timestampMillis()).isZero();
  }

  @Property(tries = 30)
  void whateverTheNamesRecordsFitAndAreValid(@ForAll("names") String name) {
    for (ResultRecord record :
        new DiagnosisJson(new RecordLimits(1, SMALL))
            .records(FindingSamples.diagnosis(Frame.of(name, name)), 60_000, 360_000)) {
      assertThat(record.value().length).isLessThanOrEqualTo(SMALL);
      assertThat(SCHEMA.violations(record.value())).isEmpty();
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.longNames();
  }
}
