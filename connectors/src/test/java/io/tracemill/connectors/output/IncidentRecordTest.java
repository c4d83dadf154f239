package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.incident.HandlingRules;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Mute;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.record.IncidentRecord;
import java.io.IOException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IncidentRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.INCIDENTS);
  private static final ExplainedIncident SLOW =
      IncidentSamples.explained(IncidentSamples.firing(Severity.PAGE, IncidentSamples.SLOW));

  private static final String LINK = "http://jaeger/{traceId}?from={startMillis}";

  private static ResultRecord write(RecordLimits limits, ExplainedIncident explained, String link) {
    return new ResultWriter(limits)
        .write(
            IncidentRecords.incident(explained, IncidentSentence.of(explained), link),
            explained.incident().endMillis());
  }

  @Test
  void anIncidentIsWrittenFieldByField() {
    assertThat(written(SLOW))
        .isEqualTo(
            """
            {"id":"fedcba9876543210fedcba9876543210","status":"firing","severity":"page",\
            "rank":1,"sinceMillis":3600000,"firedMillis":3630000,"judgedMillis":3690000,\
            "window":{"startMillis":3600000,"endMillis":3660000},\
            "baseline":{"startMillis":0,"endMillis":3540000},\
            "summary":"SENTENCE","contributionNanos":5000,\
            "culprits":[{"type":"edge","caller":"shop","callee":"db",\
            "beforeNanos":10,"afterNanos":30,"share":0.75}],\
            "endpoints":[{"service":"shop","operation":"GET /cart"},\
            {"service":"db","operation":"SELECT"}],\
            "mutations":["FINDING","CATEGORY"],\
            "totals":{"endpoint":{"service":"shop","operation":"GET /cart"},\
            "before":{"traces":900,"failed":0,"meanNanos":100,"p95Nanos":200},\
            "after":{"traces":300,"failed":0,"meanNanos":150,"p95Nanos":300}},\
            "differences":[{"rule":"db v2","accuracy":0.875,\
            "attributes":["db.service.version"]}],\
            "exemplars":{"before":["0af7651916cd43dd8448eb211c80319c"],\
            "after":["0af7651916cd43dd8448eb211c80319c"]},"stacks":[],\
            "links":{"before":["http://jaeger/0af7651916cd43dd8448eb211c80319c?from=0"],\
            "after":["http://jaeger/0af7651916cd43dd8448eb211c80319c?from=3600000"]}}\
            """
                .replace("SENTENCE", IncidentSentence.of(SLOW))
                .replace("FINDING", IncidentSamples.ID)
                .replace("CATEGORY", IncidentRecords.incident(SLOW, "", "").mutations().get(1)));
  }

  @ParameterizedTest
  @EnumSource
  void everySeverityIsWritten(Severity severity) {
    ExplainedIncident incident =
        IncidentSamples.explained(IncidentSamples.firing(severity, IncidentSamples.SLOW));

    assertThat(written(incident)).contains("\"severity\":\"" + severity.label() + "\"");
  }

  @Test
  void anOwnerAndTheReasonOfAMuteAreWritten() {
    ExplainedIncident handled =
        SLOW.handledBy(
            new HandlingRules(
                List.of(new HandlingRules.Owner("*", "shop")),
                List.of(
                    new Mute(
                        "move",
                        "*",
                        "*",
                        0,
                        Long.MAX_VALUE,
                        new Mute.Hours(
                            LocalTime.MIDNIGHT,
                            LocalTime.MIDNIGHT,
                            EnumSet.allOf(DayOfWeek.class),
                            ZoneOffset.UTC)))));

    assertThat(written(handled))
        .contains("\"severity\":\"page\",\"owner\":\"shop\",\"muted\":\"move\",\"rank\":1");
  }

  @Test
  void culpritsSayTimesOrShares() {
    assertThat(culprits(IncidentSamples.SLOW_SERVICE))
        .isEqualTo(
            """
            [{"type":"service","service":"db","beforeNanos":10,"afterNanos":30,"share":0.75}]\
            """);
    assertThat(culprits(IncidentSamples.FAILING))
        .isEqualTo(
            """
            [{"type":"frame","service":"db","operation":"SELECT",\
            "beforeShare":0.25,"afterShare":0.5,"errors":true,"share":0.75}]\
            """);
    assertThat(culprits(IncidentSamples.FAILING_REQUESTS))
        .isEqualTo(
            """
            [{"type":"request","beforeShare":0.25,"afterShare":0.5,"errors":true,"share":0.75}]\
            """);
    assertThat(culprits(IncidentSamples.CALL))
        .isEqualTo(
            """
            [{"type":"call","service":"db","operation":"SELECT",\
            "caller":{"service":"shop","operation":"GET /cart"},\
            "beforeShare":0.25,"afterShare":0.5,"share":0.75}]\
            """);
  }

  private String culprits(Subject subject) {
    ExplainedIncident incident =
        IncidentSamples.explained(IncidentSamples.firing(Severity.TICKET, subject));
    return StreamSchema.parse(written(incident).getBytes(UTF_8)).path("culprits").toString();
  }

  @ParameterizedTest
  @EnumSource
  void oneThatIsOverSaysWhy(EndReason reason) {
    assertThat(written(IncidentSamples.unexplained(IncidentSamples.resolved(reason))))
        .contains("\"status\":\"resolved\",\"reason\":\"" + reason.label() + "\"");
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    JsonNode unexplained =
        StreamSchema.parse(
            written(IncidentSamples.unexplained(IncidentSamples.resolved(EndReason.RECOVERED)))
                .getBytes(UTF_8));
    byte[] unlinked = write(Samples.NO_LIMITS, SLOW, "").value();

    assertThat(unexplained.has("totals")).isFalse();
    assertThat(unexplained.has("links")).isFalse();
    assertThat(unexplained.path("exemplars").path("after")).isEmpty();
    assertThat(SCHEMA.violations(unlinked)).isEmpty();
    assertThat(StreamSchema.parse(unlinked).has("links")).isFalse();
  }

  @Test
  void theKeyIsTheIdAndTheTimeWhenItWasJudged() {
    ResultRecord record = write(Samples.NO_LIMITS, SLOW, LINK);

    assertThat(new String(record.key(), UTF_8)).isEqualTo(IncidentSamples.INCIDENT);
    assertThat(record.timestampMillis()).isEqualTo(IncidentSamples.JUDGED);
    assertThat(record.stream()).isEqualTo(ResultStream.INCIDENTS);
  }

  @Property(tries = 30)
  void whateverTheNamesAndTheSizeTheRecordIsValidAndFits(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 100) int size,
      @ForAll long seed) {
    ExplainedIncident incident = IncidentSamples.hostile(names, size, new Random(seed));
    byte[] json = write(new RecordLimits(1, 10_000), incident, "{traceId}").value();

    assertThat(json.length).isLessThanOrEqualTo(10_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    IncidentRecord incident = IncidentRecords.incident(SLOW, "", LINK);
    byte[] json = write(Samples.NO_LIMITS, SLOW, LINK).value();

    assertThat(RecordJson.read(json, IncidentRecord.class))
        .isEqualTo(IncidentRecords.incident(SLOW, IncidentSentence.of(SLOW), LINK))
        .isNotEqualTo(incident);
  }

  private String written(ExplainedIncident incident) {
    byte[] json = write(Samples.NO_LIMITS, incident, LINK).value();
    assertThat(SCHEMA.violations(json)).isEmpty();
    return new String(json, UTF_8);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Samples.longNames().list().ofMinSize(1).ofMaxSize(8);
  }
}
