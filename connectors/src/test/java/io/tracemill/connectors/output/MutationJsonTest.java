package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutationJsonTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.MUTATIONS);
  private final MutationJson writer = new MutationJson(Samples.NO_LIMITS);

  @Test
  void aCategoryIsWrittenFieldByField() {
    assertThat(json(AlertSamples.firing(AlertSamples.CATEGORY)))
        .isEqualTo(
            """
            {"id":"0123456789abcdef0123456789abcdef","status":"firing","kind":"structural",\
            "scope":"category","rank":1,"incident":"fedcba9876543210fedcba9876543210",\
            "sinceMillis":3600000,"earliestMillis":3300000,\
            "window":{"startMillis":3600000,"endMillis":3660000},\
            "baseline":{"startMillis":0,"endMillis":3540000},"lastFoundMillis":3600000,\
            "endpoint":{"service":"shop","operation":"GET /cart"},\
            "category":{"flow":"0000000000000000000000000000000a","tree":[\
            {"parent":-1,"service":"shop","operation":"GET /cart","run":1,"async":false},\
            {"parent":0,"service":"db","operation":"SELECT","run":2,"async":false},\
            {"parent":1,"service":"disk","operation":"read","run":1,"async":true},\
            {"parent":0,"service":"mail","operation":"send","run":1,"async":true}],\
            "truncated":false},\
            "before":{"traces":90,"share":0.25,"meanNanos":1000},\
            "after":{"traces":150,"share":0.5,"meanNanos":3000},\
            "totals":{"endpoint":{"service":"shop","operation":"GET /cart"},\
            "before":{"traces":900,"meanNanos":20,"p95Nanos":40},\
            "after":{"traces":300,"meanNanos":30,"p95Nanos":60},"restRatio":0.1},\
            "pValue":0.001,"qValue":0.002,"evidence":{"completeRatio":0.97},\
            "contributionNanos":5000,"precursors":[{"flow":"0000000000000000000000000000000b",\
            "distance":0.5,"beforeShare":0.75,"afterShare":0.25}],\
            "culprits":[{"type":"edge","caller":"shop","callee":"db",\
            "beforeNanos":10,"afterNanos":30,"share":0.75},\
            {"type":"frame","service":"db","operation":"SELECT",\
            "beforeNanos":4,"afterNanos":5,"share":0.125}],\
            "differences":[{"rule":"db service.version = v2","accuracy":0.875}],\
            "exemplars":{"before":["0af7651916cd43dd8448eb211c80319c"],\
            "after":["0af7651916cd43dd8448eb211c80319c"]}}""");
  }

  @Test
  void aPlaceIsNamedAsACulpritIs() {
    assertThat(json(AlertSamples.firing(AlertSamples.PLACE)))
        .contains("\"kind\":\"response-time\"")
        .contains("\"place\":{\"type\":\"edge\",\"caller\":\"shop\",\"callee\":\"db\"}")
        .doesNotContain("\"category\":");
  }

  @Test
  void aWholeServiceIsAPlaceToo() {
    assertThat(json(AlertSamples.firing(new PlaceTime(new ServiceCulprit("db")))))
        .contains("\"place\":{\"type\":\"service\",\"service\":\"db\"}");
  }

  @Test
  void aCallSaysWhoCallsWhatHowOften() {
    assertThat(json(AlertSamples.firing(AlertSamples.CALL)))
        .contains(
            """
            "call":{"caller":{"service":"shop","operation":"GET /cart"},\
            "callee":{"service":"db","operation":"SELECT"},"atLeast":2}""")
        .contains("\"kind\":\"structural\"");
  }

  @Test
  void aCulpritThatNoTimeIsPutDownToIsItsNameAlone() {
    assertThat(json(AlertSamples.callOfSystem()))
        .contains(
            """
            "culprits":[{"type":"frame","service":"shop","operation":"GET /cart"},\
            {"type":"edge","caller":"shop","callee":"db","beforeNanos":10,""");
  }

  @ParameterizedTest
  @EnumSource
  void oneOfTheSystemNamesItsEndpointsAndWhyItEnded(Reason reason) {
    byte[] json =
        writer.record(AlertSamples.ofSystem(Status.RESOLVED, Optional.of(reason))).value();

    JsonNode mutation = StreamSchema.parse(json);
    assertThat(SCHEMA.violations(mutation)).isEmpty();
    assertThat(mutation.has("endpoint")).isFalse();
    assertThat(mutation.path("endpoints").findValuesAsText("service"))
        .containsExactly("shop", "db");
    assertThat(mutation.path("totals").path("endpoint").path("service").asText()).isEqualTo("shop");
    assertThat(mutation.path("status").asText()).isEqualTo("resolved");
  }

  @Test
  void requestsThatThereAreNoneOfHaveNoTimes() {
    String json = json(AlertSamples.without(AlertSamples.firing(AlertSamples.PLACE)));

    assertThat(json).contains("\"after\":{\"traces\":0},\"restRatio\":0.0}");
  }

  @Test
  void theKeyIsTheIdAndTheTimeTheEndOfTheWindow() {
    ResultRecord mutation = writer.record(AlertSamples.firing(AlertSamples.PLACE));

    assertThat(new String(mutation.key(), UTF_8)).isEqualTo(AlertSamples.ID);
    assertThat(mutation.timestampMillis()).isEqualTo(AlertSamples.WINDOW.endMillis());
    assertThat(mutation.stream()).isEqualTo(ResultStream.MUTATIONS);
  }

  @Test
  void aTreeIsCutWhereItIsTooDeepOrTooLarge() {
    Alert alert = AlertSamples.firing(AlertSamples.CATEGORY);
    RecordLimits shallow = new RecordLimits(2, Integer.MAX_VALUE);

    JsonNode category = category(shallow, alert);

    assertThat(category.path("tree").findValuesAsText("service"))
        .containsExactly("shop", "db", "mail");
    assertThat(category.path("tree").findValuesAsText("parent")).containsExactly("-1", "0", "0");
    assertThat(category.path("truncated").booleanValue()).isTrue();
  }

  @Test
  void aTreeTakesWhatIsLeftOfARecord() {
    Alert alert = AlertSamples.hostile(List.of("name"), 100_000, new Random(1));
    byte[] json = new MutationJson(new RecordLimits(64, 900_000)).record(alert).value();

    assertThat(json.length).isBetween(880_000, 900_000);
  }

  @Property(tries = 100)
  void whateverTheNamesAndTheSizeTheRecordIsValidAndFits(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 200) int size,
      @ForAll @IntRange(min = 1, max = 5) int maxDepth,
      @ForAll long seed) {
    Alert alert = AlertSamples.hostile(names, size, new Random(seed));
    MutationJson bounded = new MutationJson(new RecordLimits(maxDepth, 10_000));

    byte[] json = bounded.record(alert).value();

    assertThat(json.length).isLessThanOrEqualTo(10_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(bounded.record(alert).value()).isEqualTo(json);
  }

  @Test
  void theSchemaRejectsAWrongRecord() {
    byte[] json = writer.record(AlertSamples.firing(AlertSamples.CATEGORY)).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(SCHEMA.violations(edited(json).without("culprits"))).hasSize(1);
    assertThat(SCHEMA.violations(edited(json).put("status", "open"))).hasSize(1);
    assertThat(SCHEMA.violations(edited(json).put("page", true))).hasSize(1);
  }

  private String json(Alert alert) {
    byte[] json = writer.record(alert).value();
    assertThat(SCHEMA.violations(json)).isEmpty();
    return new String(json, UTF_8);
  }

  private static JsonNode category(RecordLimits limits, Alert alert) {
    byte[] json = new MutationJson(limits).record(alert).value();
    assertThat(SCHEMA.violations(json)).isEmpty();
    return StreamSchema.parse(json).path("category");
  }

  private static ObjectNode edited(byte[] json) {
    return (ObjectNode) StreamSchema.parse(json);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Samples.longNames().list().ofMinSize(1).ofMaxSize(8);
  }
}
