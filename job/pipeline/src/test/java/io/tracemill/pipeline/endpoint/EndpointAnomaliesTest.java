package io.tracemill.pipeline.endpoint;

import static io.tracemill.pipeline.endpoint.EndpointHarness.FRONT;
import static io.tracemill.pipeline.endpoint.EndpointHarness.MINUTE;
import static io.tracemill.pipeline.endpoint.EndpointHarness.incident;
import static io.tracemill.pipeline.endpoint.EndpointHarness.restored;
import static io.tracemill.pipeline.endpoint.EndpointHarness.started;
import static io.tracemill.pipeline.endpoint.EndpointHarness.traffic;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.pipeline.count.EndpointPart;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Scores below 1 are usual, those above 5 anomalies for the model as trained. */
class EndpointAnomaliesTest {
  /** The minute in which ten scores a minute are 5,100. */
  private static final int ENOUGH = 510;

  private static final Model MODEL = new Model("m", 1, OptionalDouble.empty());

  private static EndpointPart checked(double minute, double score, boolean sampled) {
    List<PathSurprise> paths =
        score < 1 ? List.of() : List.of(new PathSurprise(List.of(), 9, 1, score));
    AnomalyRecord found =
        new AnomalyRecord(
            "0ab", FRONT, 0, 9, Reason.SCORE, Detector.NEAREST, score, 0.5, paths, MODEL);
    Optional<AnomalyRecord> scored = sampled ? Optional.of(found) : Optional.empty();
    Optional<AnomalyRecord> rare = sampled ? Optional.empty() : Optional.of(found);
    return EndpointPart.of(
        FRONT,
        (long) (minute * MINUTE),
        new CheckedRequest(MODEL, 0.001, 5, Optional.empty(), rare, scored));
  }

  private static void feed(EndpointHarness harness, double minute, double... scores)
      throws Exception {
    for (double score : scores) {
      harness.feed(checked(minute, score, true));
    }
  }

  private static List<AnomalyRecord> anomalies(EndpointHarness harness) {
    return harness.side(EndpointFunction.ANOMALIES);
  }

  @Test
  void aScoreAboveTheThresholdIsAnAnomaly() throws Exception {
    try (var harness = started()) {
      feed(harness, 0, 0.5, 6, 4);
      harness.feed(checked(0, 7, false));

      assertThat(anomalies(harness)).extracting(AnomalyRecord::score).containsExactly(6.0, 7.0);
    }
  }

  @Test
  void anIncidentHasTheRateOfAnomaliesBeforeAndSince() throws Exception {
    try (var harness = started()) {
      for (int minute = 0; minute < 22; minute++) {
        feed(harness, minute, 0.5, 0.6, minute == 7 || minute >= 20 ? 6 : 0.2);
        harness.feed(checked(minute, 9, false));
        harness.feed(traffic(minute, minute < 20 ? 100 : 300));
        harness.watermark((minute + 1) * MINUTE);
      }
      harness.feed(incident("i", 20.5, 22.5, true, 9));
      harness.watermark(23 * MINUTE);

      IncidentRecord record = IncidentRecords.incident(harness.incidents().get(0), "", "");
      IncidentRecord.Totals totals = record.totals().orElseThrow();
      assertThat(totals.before().anomalies()).contains(new AnomalyRate(45, 1));
      assertThat(totals.after().anomalies()).contains(new AnomalyRate(6, 2));
    }
  }

  /** Ten requests a minute whose scores have this mean. */
  private static void feedTraffic(EndpointHarness harness, int from, int to, double mean)
      throws Exception {
    for (int minute = from; minute < to; minute++) {
      for (int i = 0; i < 10; i++) {
        double uniform = ((minute * 10L + i) * 7_919 % 14_400 + 0.5) / 14_400;
        feed(harness, minute, -mean * Math.log(uniform));
      }
      harness.feed(traffic(minute, 100));
      harness.watermark((minute + 1) * MINUTE);
    }
  }

  @Test
  void theThresholdIsSetAnewByFiveThousandScores() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      feedTraffic(harness, 0, ENOUGH + 40, 1.5);
      state = harness.snapshot(1, 1);
    }
    try (var harness = restored(state)) {
      feed(harness, ENOUGH + 40, 6, 20);

      assertThat(anomalies(harness)).hasSize(1);
      AnomalyRecord found = anomalies(harness).get(0);
      assertThat(found.score()).isEqualTo(20);
      assertThat(found.model().drift().orElseThrow())
          .as("e^(-5 / 1.5) / 0.001")
          .isBetween(30., 40.);
    }
  }

  @Test
  void scoresOfAnIncidentDoNotMoveTheThresholdAndItIsFrozenMeanwhile() throws Exception {
    try (var harness = started()) {
      feedTraffic(harness, 0, ENOUGH, 0.9);
      for (int minute = ENOUGH; minute < ENOUGH + 60; minute++) {
        feed(harness, minute, 30, 30, 30, 30);
        harness.feed(traffic(minute, 300));
        harness.feed(incident("i", ENOUGH + 0.5, minute + 0.5, true, 9));
        harness.feed(incident("i", ENOUGH + 0.5, minute + 1, true, 9));
        harness.watermark((minute + 1) * MINUTE);
      }
      feed(harness, ENOUGH + 60, 20);
      AnomalyRecord during = anomalies(harness).get(anomalies(harness).size() - 1);
      assertThat(during.model().drift()).as("frozen").isEmpty();

      harness.feed(incident("i", ENOUGH + 0.5, ENOUGH + 60.5, false, 9));
      feedTraffic(harness, ENOUGH + 61, ENOUGH + 100, 0.9);
      feed(harness, ENOUGH + 100, 20);
      AnomalyRecord after = anomalies(harness).get(anomalies(harness).size() - 1);
      assertThat(after.score()).isEqualTo(20);
      assertThat(after.model().drift().orElseThrow()).isBetween(1.0, 8.0);
    }
  }
}
