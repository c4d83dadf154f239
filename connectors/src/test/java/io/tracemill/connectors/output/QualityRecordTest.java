package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.QualityRecords;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.RejectReason;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class QualityRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.QUALITY);
  private static final QualityScope JOB = new QualityScope.Job();
  private static final QualityScope SHOP = new QualityScope.Service("shop \ud800");
  private static final QualityScope CART = new QualityScope.Endpoint(Frame.of("shop", "cart"));

  private final ResultWriter writer = new ResultWriter(Samples.NO_LIMITS);

  static QualityScope[] scopes() {
    return new QualityScope[] {JOB, SHOP, CART};
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void reportsOfEveryScopeAreValid(QualityScope scope) {
    assertThat(SCHEMA.violations(json(scope, new QualityCounts()))).isEmpty();
    assertThat(SCHEMA.violations(json(scope, everyMeasure(scope)))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void everyMeasureIsWrittenOnce(QualityScope scope) {
    QualityCounts counts = everyMeasure(scope);
    String json = new String(json(scope, counts), UTF_8);

    for (Measure measure : Measure.values()) {
      if (measure.isOf(scope.kind())) {
        assertThat(json).containsOnlyOnce(":" + counts.get(measure));
      }
    }
  }

  @Test
  void rejectedSpansAreWrittenByReason() {
    QualityCounts counts = everyMeasure(JOB);
    JsonNode rejected = StreamSchema.parse(json(JOB, counts)).at("/spans/rejected");

    for (RejectReason reason : RejectReason.values()) {
      assertThat(rejected.get(reason.label()).longValue())
          .isEqualTo(counts.get(Measure.rejected(reason)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndpointSaysHowFarSilenceMeansHealth(WatchState state) {
    Watch watch = new Watch(state, Optional.of(Watch.Reason.FEW_REQUESTS), OptionalLong.of(7));
    byte[] json =
        writer
            .write(
                QualityRecords.of(
                    CART, new Period(0, 60_000), new QualityCounts(), Optional.of(watch)),
                60_000)
            .value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(StreamSchema.parse(json).path("watch").toString())
        .isEqualTo(
            """
            {"state":"%s","reason":"few-requests","untilMillis":7}"""
                .formatted(state.label()));
    assertThat(StreamSchema.parse(json(CART, new QualityCounts())).has("watch")).isFalse();
  }

  @Test
  void theJobCountsTheWindowsOfItsEndpointsByStateAndItsIncidents() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.JOB_WINDOWS_LEARNING, 1);
    counts.add(Measure.JOB_WINDOWS_BLIND, 2);
    counts.add(Measure.JOB_WINDOWS_WATCHING, 3);
    counts.add(Measure.INCIDENTS_OPEN, 4);
    counts.add(Measure.INCIDENTS_DROPPED, 5);
    counts.add(Measure.JOB_WINDOWS_THIN, 1);

    assertThat(new String(json(JOB, counts), UTF_8))
        .endsWith(
            """
            "windows":{"learning":1,"blind":2,"watching":3,"thin":1},\
            "incidents":{"open":4,"dropped":5}}""");
  }

  @Test
  void theKeyIsScopeItsNamesAndStartOfTheWindow() {
    assertThat(key(JOB)).isEqualTo("job\00060000");
    assertThat(key(SHOP)).isEqualTo("service\0shop \uFFFD\00060000");
    assertThat(key(CART)).isEqualTo("endpoint\0shop\0cart\00060000");
  }

  @Test
  void theSchemaRejectsAWrongRecord() {
    byte[] json = json(JOB, new QualityCounts());

    assertThat(SCHEMA.violations(edited(json).put("scope", "service"))).isNotEmpty();
    assertThat(SCHEMA.violations(edited(json).without("spans"))).isNotEmpty();
    assertThat(SCHEMA.violations(edited(json).put("service", "shop"))).isNotEmpty();
  }

  private static ObjectNode edited(byte[] json) {
    return (ObjectNode) StreamSchema.parse(json);
  }

  /** Counts that are all different and of one length, so that none is part of another. */
  private static QualityCounts everyMeasure(QualityScope scope) {
    QualityCounts counts = new QualityCounts();
    Arrays.stream(Measure.values())
        .filter(measure -> measure.isOf(scope.kind()))
        .forEach(measure -> counts.add(measure, 7_000 + measure.ordinal()));
    return counts;
  }

  private String key(QualityScope scope) {
    return new String(writer.write(report(scope, new QualityCounts()), 120_000).key(), UTF_8);
  }

  private byte[] json(QualityScope scope, QualityCounts counts) {
    return writer.write(report(scope, counts), 120_000).value();
  }

  private static QualityRecord report(QualityScope scope, QualityCounts counts) {
    return QualityRecords.of(scope, new Period(60_000, 120_000), counts, Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void whatIsWrittenIsRead(QualityScope scope) throws IOException {
    QualityCounts counts = everyMeasure(scope);
    byte[] json = json(scope, counts);

    assertThat(RecordJson.bytes(RecordJson.read(json, QualityRecord.class))).isEqualTo(json);
  }
}
