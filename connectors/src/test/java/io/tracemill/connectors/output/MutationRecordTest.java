package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.record.MutationRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MutationRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.MUTATIONS);
  private static final String HEAD =
      "{\"id\":\""
          + IncidentSamples.ID
          + """
      ","status":"firing",\
      "incident":"fedcba9876543210fedcba9876543210","sinceMillis":3600000,\
      """;
  private static final String ENDPOINT =
      """
      "scope":"endpoint","rank":1,"endpoint":{"service":"shop","operation":"GET /cart"},\
      """;
  private static final String SHARES =
      """
      "before":{"traces":90,"all":360,"share":0.25},"after":{"traces":150,"all":300,"share":0.5},\
      """;
  private static final String PERIODS =
      """
      "window":{"startMillis":3600000,"endMillis":3660000},\
      "baseline":{"startMillis":0,"endMillis":3540000},\
      """;

  private static final ResultWriter WRITER = new ResultWriter(Samples.NO_LIMITS);

  private static List<ResultRecord> write(ResultWriter writer, ExplainedIncident explained) {
    return IncidentRecords.mutations(explained).stream()
        .map(mutation -> writer.write(mutation, explained.incident().endMillis()))
        .toList();
  }

  private static List<String> ids(ExplainedIncident explained) {
    return IncidentRecords.incident(explained, "", "").mutations();
  }

  @Test
  void aSlowerPlaceIsWrittenFieldByField() {
    assertThat(finding(IncidentSamples.SLOW))
        .isEqualTo(
            HEAD
                + "\"kind\":\"time\","
                + ENDPOINT
                + """
                "place":{"type":"edge","caller":"shop","callee":"db"},\
                "before":{"traces":90,"all":360,"meanNanos":10},\
                "after":{"traces":150,"all":300,"meanNanos":30},\
                "pValue":0.001,"contributionNanos":3750,\
                """
                + PERIODS
                + """
                "culprits":[{"type":"edge","caller":"shop","callee":"db",\
                "beforeNanos":10,"afterNanos":30,"share":0.75}],\
                "differences":[{"rule":"db v2","accuracy":0.875,\
                "attributes":["db.service.version"]}],\
                "exemplars":{"before":["0af7651916cd43dd8448eb211c80319c"],\
                "after":["0af7651916cd43dd8448eb211c80319c"]}}\
                """);
  }

  @Test
  void errorsAndCallsSayTheirShares() {
    assertThat(finding(IncidentSamples.FAILING))
        .contains(
            "\"kind\":\"error\","
                + ENDPOINT
                + "\"place\":{\"type\":\"frame\",\"service\":\"db\",\"operation\":\"SELECT\"},"
                + SHARES);
    assertThat(finding(IncidentSamples.FAILING_REQUESTS))
        .contains("\"kind\":\"error\"," + ENDPOINT + "\"place\":{\"type\":\"request\"}," + SHARES);
    assertThat(finding(IncidentSamples.CALL))
        .contains(
            "\"kind\":\"call\","
                + ENDPOINT
                + """
                "call":{"type":"call","service":"db","operation":"SELECT",\
                "caller":{"service":"shop","operation":"GET /cart"}},\
                """
                + SHARES);
  }

  @Test
  void oneOfTheSystemNamesItsEndpointsAndEndsWithItsIncident() {
    ExplainedIncident incident =
        IncidentSamples.unexplained(IncidentSamples.resolved(EndReason.NO_TRAFFIC));

    assertThat(written(incident, 0))
        .contains(
            "\"status\":\"resolved\",\"reason\":\"no-traffic\",",
            """
            "scope":"system","rank":1,"endpoints":[{"service":"shop","operation":"GET /cart"},\
            {"service":"db","operation":"SELECT"}],"place":{"type":"service","service":"db"},\
            """);
  }

  @Test
  void aCategoryIsWrittenWithItsTreeAndItsPrecursors() {
    ExplainedIncident incident = explained(IncidentSamples.SLOW);
    String node = "\"run\":1,\"async\":false}";

    assertThat(written(incident, 1))
        .startsWith(
            HEAD.replace(IncidentSamples.ID, ids(incident).get(1))
                + "\"kind\":\"category\","
                + ENDPOINT
                + """
                "category":{"id":"0000000000000000000000000000000a","change":"structural",\
                "tree":[{"parent":-1,"service":"shop","operation":"GET /cart",\
                """
                + node)
        .contains(
            """
            "truncated":false},\
            "before":{"traces":90,"share":0.25,"meanNanos":1000,"variation":0.5},\
            "after":{"traces":150,"share":0.5,"meanNanos":3000},\
            "pValue":0.001,"contributionNanos":-7000,\
            """
                + PERIODS
                + """
                "precursors":[{"category":"0000000000000000000000000000000b","distance":0.25,\
                "beforeShare":0.5,"afterShare":0.25}],\
                "steps":[{"callPath":[{"service":"shop","operation":"GET /cart"},\
                {"service":"db","operation":"SELECT"}],\
                "beforeNanos":10,"afterNanos":30,"pValue":0.5}],"culprits":[{\
                """);
  }

  @Test
  void theIncidentListsTheIdsOfAllAndACategoryKeepsItsOwn() {
    ExplainedIncident incident = explained(IncidentSamples.SLOW);
    List<ResultRecord> records = write(WRITER, incident);

    assertThat(records)
        .extracting(record -> new String(record.key(), UTF_8))
        .isEqualTo(ids(incident))
        .doesNotHaveDuplicates();
    assertThat(ids(explained(IncidentSamples.CALL)).get(1)).isEqualTo(ids(incident).get(1));
    assertThat(records)
        .allMatch(record -> record.timestampMillis() == IncidentSamples.JUDGED)
        .allMatch(record -> record.stream() == ResultStream.MUTATIONS);
  }

  @Test
  void aResolvedIncidentEndsFormerMutationsToo() {
    ExplainedIncident before = explained(IncidentSamples.CALL);
    ExplainedIncident resolved =
        new ExplainedIncident(
            IncidentSamples.CART,
            IncidentSamples.resolved(EndReason.RECOVERED),
            Optional.empty(),
            FormerMutations.NONE.plus(before.explanation()));

    assertThat(ids(resolved)).contains(ids(before).get(1));
    assertThat(written(resolved, 1))
        .contains("\"status\":\"resolved\"", ENDPOINT, PERIODS)
        .contains("\"category\":{\"id\":\"0000000000000000000000000000000a\"")
        .doesNotContain("tree");
  }

  @Test
  void aTreeIsCutWhereItIsTooDeep() {
    RecordLimits shallow = new RecordLimits(2, Integer.MAX_VALUE);
    byte[] json = write(new ResultWriter(shallow), explained(IncidentSamples.SLOW)).get(1).value();
    JsonNode category = StreamSchema.parse(json).path("category");

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(category.path("tree").findValuesAsText("service"))
        .containsExactly("shop", "db", "mail");
    assertThat(category.path("tree").findValuesAsText("parent")).containsExactly("-1", "0", "0");
    assertThat(category.path("truncated").booleanValue()).isTrue();
  }

  @Test
  void aTreeThatIsTooLargeIsCutAndSaysSo() {
    ExplainedIncident large =
        IntStream.iterate(1, seed -> seed + 1)
            .mapToObj(seed -> IncidentSamples.hostile(List.of("name"), 4_000, new Random(seed)))
            .filter(MutationRecordTest::hasTrees)
            .findFirst()
            .orElseThrow();
    List<ResultRecord> records = write(new ResultWriter(new RecordLimits(64, 100_000)), large);
    byte[] last = records.get(records.size() - 1).value();

    assertThat(last.length).isBetween(50_000, 100_000);
    assertThat(StreamSchema.parse(last).at("/category/truncated").booleanValue()).isTrue();
  }

  private static boolean hasTrees(ExplainedIncident incident) {
    return incident.explanation().orElseThrow().mutations().stream()
        .allMatch(mutation -> mutation.form().isPresent());
  }

  @Property(tries = 30)
  void whateverTheNamesAndTheSizeTheRecordsAreValidAndFit(
      @ForAll("names") List<String> names,
      @ForAll @IntRange(min = 1, max = 100) int size,
      @ForAll @IntRange(min = 1, max = 5) int maxDepth,
      @ForAll long seed) {
    ExplainedIncident incident = IncidentSamples.hostile(names, size, new Random(seed));
    ResultWriter bounded = new ResultWriter(new RecordLimits(maxDepth, 10_000));

    for (ResultRecord record : write(bounded, incident)) {
      assertThat(record.value().length).isLessThanOrEqualTo(10_000);
      assertThat(SCHEMA.violations(record.value())).isEmpty();
    }
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    for (Subject subject : List.of(IncidentSamples.SLOW, IncidentSamples.CALL)) {
      for (MutationRecord mutation : IncidentRecords.mutations(explained(subject))) {
        byte[] json = WRITER.write(mutation, 0).value();
        assertThat(RecordJson.read(json, MutationRecord.class)).isEqualTo(mutation);
      }
    }
  }

  private String finding(Subject subject) {
    return written(explained(subject), 0);
  }

  private static ExplainedIncident explained(Subject subject) {
    return IncidentSamples.explained(IncidentSamples.firing(Severity.PAGE, subject));
  }

  private String written(ExplainedIncident incident, int place) {
    byte[] json = write(WRITER, incident).get(place).value();
    assertThat(SCHEMA.violations(json)).isEmpty();
    return new String(json, UTF_8);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Samples.longNames().list().ofMinSize(1).ofMaxSize(8);
  }
}
