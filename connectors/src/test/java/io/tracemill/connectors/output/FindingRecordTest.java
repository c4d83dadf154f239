package io.tracemill.connectors.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.FindingSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingRecordTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<FindingRecord> records() {
    return FindingRecord.of(FindingSamples.diagnosis());
  }

  private static String key(FindingRecord record) {
    return record.ranking() + " " + record.id() + " " + record.kind();
  }

  private static JsonNode json(String key) {
    return records().stream()
        .filter(record -> key(record).equals(key))
        .map(JSON::<JsonNode>valueToTree)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyFindingIsARecordAndSoIsTheWholeThatItIsAPartOf() {
    assertThat(records())
        .hasSize(2 * 12)
        .extracting(FindingRecordTest::key)
        .startsWith(
            "critical-path 1 operation_self",
            "critical-path 1 operation",
            "critical-path 1.1 operation_self",
            "critical-path 1.1 operation",
            "critical-path 1.1.1 child_diff",
            "critical-path 1.1.1 span",
            "critical-path 1.1.1.1 sub_span",
            "critical-path 1.1.1.2 sub_span",
            "critical-path 1.1.2 child_diff")
        .doesNotHaveDuplicates()
        .contains("self-time 1.1.2.2 sub_span");
  }

  @Test
  void anOperationIsWrittenFieldByField() throws JsonProcessingException {
    String figures =
        """
        "count":2700,"meanNanos":20000500,"meanErrorNanos":50000,"stddevNanos":2000050,\
        "p50Nanos":20000400,"p50ErrorNanos":700000,"p99Nanos":40001000,"p99ErrorNanos":3000000,\
        "sampled":24""";
    assertThat(JSON.writeValueAsString(records().get(0)))
        .isEqualTo(
            """
            {"ranking":"critical-path","id":"1","requests":5000,"kept":200,"layer":1,\
            "kind":"operation_self","rank":1,\
            "operation":{"service":"shop","operation":"POST /cart"},%s,\
            "normal":{"count":2430,"meanNanos":10000250,"meanErrorNanos":50000,\
            "stddevNanos":1000025,"p50Nanos":10000150,"p50ErrorNanos":700000,\
            "p99Nanos":20000500,"p99ErrorNanos":3000000,"sampled":24},\
            "slowest":{"count":270,"meanNanos":100002500,"meanErrorNanos":50000,\
            "stddevNanos":10000250,"p50Nanos":100002400,"p50ErrorNanos":700000,\
            "p99Nanos":200005000,"p99ErrorNanos":3000000,"sampled":24},\
            "tail":false,"score":54000000000,"explained":0.2,\
            "coverage":1.0,"unnamed":0.03}"""
                .formatted(figures));
  }

  @Test
  void ifEveryRequestWasKeptThereAreNoErrorsOfMeans() {
    Diagnosis sample = FindingSamples.diagnosis();
    Diagnosis exact =
        new Diagnosis(5_000, 5_000, true, sample.byCriticalPath(), sample.bySelfTime());
    JsonNode json = JSON.valueToTree(FindingRecord.of(exact).get(0));
    assertThat(json.has("kept")).isFalse();
    assertThat(json.has("meanErrorNanos")).isFalse();
  }

  @Test
  void aPartNamesItsParentItsGroupAndItsPlaceInTheSpan() {
    JsonNode part = json("self-time 1.1.1 child_diff");
    assertThat(part.path("parent").asText()).isEqualTo("1.1");
    assertThat(part.path("layer").asInt()).isEqualTo(3);
    assertThat(part.path("endpoint").path("operation").asText()).isEqualTo("POST /cart");
    assertThat(part.path("group").asText()).isEqualTo("00000000000000010000000000000002");
    assertThat(part.path("groups").asInt()).isEqualTo(2);
    assertThat(part.path("position").asInt()).isZero();
    assertThat(part.path("path")).hasSize(1);
    assertThat(part.path("path").get(0).has("call")).isFalse();
    assertThat(part.path("part").asInt()).isEqualTo(3);
    assertThat(part.path("before").path("call").asInt()).isEqualTo(1);
    assertThat(part.path("before").path("calls").asInt()).isEqualTo(2);
    assertThat(part.path("tail").asBoolean()).isTrue();

    JsonNode span = json("self-time 1.1.1 span");
    assertThat(span.has("part")).isFalse();
    assertThat(span.has("before")).isFalse();
    assertThat(span.path("rank").asInt()).isEqualTo(1);
    assertThat(span.path("parent").asText()).isEqualTo("1.1");
    assertThat(span.path("meanNanos").asLong()).isEqualTo(100_000_000);
  }

  @Test
  void aSubSpanHasItsEventsAndTheAggregateTrace() {
    JsonNode subSpan = json("critical-path 1.1.1.1 sub_span");
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
    assertThat(trace.path("spans").findValuesAsText("toNanos"))
        .as("it begins with the end of a call")
        .contains(trace.at("/part/fromNanos").asText());
    assertThat(trace.path("spans").findValuesAsText("fromNanos"))
        .as("it ends with the begin of a call")
        .contains(trace.at("/part/toNanos").asText());

    assertThat(json("critical-path 1.1.1.2 sub_span").has("problematic")).isFalse();
  }
}
