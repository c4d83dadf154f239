package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IncidentJsonTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.INCIDENTS);
  private final IncidentJson writer =
      new IncidentJson(Samples.NO_LIMITS, incident -> "rank " + incident.rank());

  @Test
  void anIncidentIsWrittenFieldByField() {
    byte[] json = writer.record(AlertSamples.incident(Status.FIRING, Optional.empty())).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(new String(json, UTF_8))
        .isEqualTo(
            """
            {"id":"fedcba9876543210fedcba9876543210","status":"firing","severity":"page",\
            "rank":1,"sinceMillis":3600000,"earliestMillis":3300000,\
            "window":{"startMillis":3600000,"endMillis":3660000},\
            "summary":"rank 1","contributionNanos":5000,\
            "leading":"0123456789abcdef0123456789abcdef","lastFoundMillis":3600000,\
            "totals":{"endpoint":{"service":"shop","operation":"GET /cart"},\
            "before":{"traces":900,"meanNanos":20,"p95Nanos":40},\
            "after":{"traces":300,"meanNanos":30,"p95Nanos":60},"restRatio":0.1},\
            "qValue":0.002,"evidence":{"completeRatio":0.97},\
            "peak":{"endMillis":3660000,"contributionNanos":5000,\
            "leading":"0123456789abcdef0123456789abcdef",\
            "totals":{"endpoint":{"service":"shop","operation":"GET /cart"},\
            "before":{"traces":900,"meanNanos":20,"p95Nanos":40},\
            "after":{"traces":300,"meanNanos":30,"p95Nanos":60},"restRatio":0.1}},\
            "culprits":[{"type":"edge","caller":"shop","callee":"db",\
            "beforeNanos":10,"afterNanos":30,"share":0.75},\
            {"type":"frame","service":"db","operation":"SELECT",\
            "beforeNanos":4,"afterNanos":5,"share":0.125}],\
            "differences":[{"rule":"db service.version = v2","accuracy":0.875}],\
            "exemplars":{"before":["0af7651916cd43dd8448eb211c80319c"],\
            "after":["0af7651916cd43dd8448eb211c80319c"]},\
            "endpoints":[{"service":"shop","operation":"GET /cart"}],\
            "mutations":["0123456789abcdef0123456789abcdef"]}""");
  }

  @Test
  void itsFiguresAreThoseOfTheMutationThatLeadsIt() {
    Incident incident = AlertSamples.incident(Status.FIRING, Optional.empty());
    JsonNode leading =
        StreamSchema.parse(new MutationJson(Samples.NO_LIMITS).record(incident.leading()).value());

    JsonNode json = StreamSchema.parse(writer.record(incident).value());

    assertThat(json.path("leading")).isEqualTo(leading.path("id"));
    for (String field : List.of("totals", "qValue", "evidence", "differences", "exemplars")) {
      assertThat(json.path(field)).as(field).isEqualTo(leading.path(field));
    }
  }

  @Test
  void aCulpritThatNoTimeIsPutDownToIsItsNameAlone() {
    byte[] json = writer.record(AlertSamples.blamingNobody()).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(new String(json, UTF_8))
        .contains("\"culprits\":[{\"type\":\"edge\",\"caller\":\"shop\",\"callee\":\"db\"}]");
  }

  @Test
  void oneThatIsOverSaysWhy() {
    byte[] json =
        writer
            .record(AlertSamples.incident(Status.RESOLVED, Optional.of(Reason.RECOVERED)))
            .value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(new String(json, UTF_8))
        .contains("\"status\":\"resolved\",\"reason\":\"recovered\"");
  }

  @Test
  void theKeyIsTheIdAndTheTimeTheEndOfTheWindow() {
    ResultRecord record = writer.record(AlertSamples.incident(Status.FIRING, Optional.empty()));

    assertThat(new String(record.key(), UTF_8)).isEqualTo(AlertSamples.INCIDENT);
    assertThat(record.timestampMillis()).isEqualTo(AlertSamples.WINDOW.endMillis());
    assertThat(record.stream()).isEqualTo(ResultStream.INCIDENTS);
  }

  @Property(tries = 100)
  void whateverTheNamesAndTheSizeTheRecordIsValidAndFits(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 200) int size,
      @ForAll long seed) {
    Incident incident = AlertSamples.hostileIncident(names, size, new Random(seed));
    RecordLimits limits = new RecordLimits(1, 10_000);
    IncidentJson bounded = new IncidentJson(limits, written -> String.join(" ", names));

    byte[] json = bounded.record(incident).value();

    assertThat(json.length).isLessThanOrEqualTo(10_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Test
  void theSchemaRejectsAWrongRecord() {
    byte[] json = writer.record(AlertSamples.incident(Status.FIRING, Optional.empty())).value();

    assertThat(SCHEMA.violations(edited(json).without("summary"))).hasSize(1);
    assertThat(SCHEMA.violations(edited(json).put("severity", "high"))).hasSize(1);
    assertThat(SCHEMA.violations(edited(json).put("owner", "me"))).hasSize(1);
  }

  private static ObjectNode edited(byte[] json) {
    return (ObjectNode) StreamSchema.parse(json);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Samples.longNames().list().ofMinSize(1).ofMaxSize(8);
  }
}
