package io.tracemill.analysis.anomaly.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Scores are exponential with mean 1; in training, those above 3 are in the tail. */
final class ModelLimitsTest {
  private static final double SHARE = 0.001;
  private static final long DAY = 86_400_000;
  private static final double TRAINED = 7;
  private static final Model MODEL = new Model("m", 1, OptionalDouble.empty());

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);

  private static AnomalyRecord found(Reason reason, double score, boolean strange) {
    List<PathSurprise> paths = strange ? List.of(new PathSurprise(List.of(), 9, 0, 1)) : List.of();
    Frame endpoint = Frame.of("front", "GET");
    return new AnomalyRecord(
        "ab", endpoint, 0, 9, reason, Detector.NEAREST, score, 0.01, paths, MODEL);
  }

  private static CheckedRequest scored(double score) {
    return new CheckedRequest(
        MODEL,
        SHARE,
        TRAINED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(found(Reason.SCORE, score, score > 3)));
  }

  /** Something unseen that was rare in training. */
  private static CheckedRequest unseen(Reason reason, double score) {
    return new CheckedRequest(
        MODEL,
        SHARE,
        TRAINED,
        Optional.of(reason),
        Optional.of(found(reason, 3, true)),
        Optional.of(found(Reason.SCORE, score, score > 3)));
  }

  private static ModelLimits trained() {
    return ModelLimits.ofTraining(scored(1));
  }

  private double score(double mean) {
    return -mean * Math.log1p(-random.nextDouble());
  }

  private NormalTraffic with(NormalTraffic traffic, int requests, double mean) {
    NormalTraffic all = traffic;
    for (int pane = 0; pane < requests / 100; pane++) {
      CheckCounts counts = CheckCounts.NONE;
      for (int i = 0; i < 100; i++) {
        counts = counts.plus(scored(score(mean)), false);
      }
      all = all.plus(counts);
    }
    return all;
  }

  private NormalTraffic normal(int requests, double mean) {
    return with(NormalTraffic.NONE, requests, mean);
  }

  private double shareOfAnomalies(ModelLimits limits, double mean) {
    int anomalies = 0;
    for (int i = 0; i < 200_000; i++) {
      anomalies += limits.anomaly(scored(score(mean))).isPresent() ? 1 : 0;
    }
    return anomalies / 200_000.0;
  }

  @Test
  void theLimitsOfTrainingHoldUntilThereAreFiveThousandRequestsAndNewOnesForADay() {
    ModelLimits limits = trained();
    assertThat(limits.anomaly(scored(7.1))).isPresent();
    assertThat(limits.anomaly(scored(6.9))).isEmpty();
    assertThat(limits.model().drift()).isEmpty();
    NormalTraffic few = normal(4_900, 1);
    assertThat(limits.isDue(9 * DAY, few)).isFalse();
    NormalTraffic enough = with(few, 100, 1);
    assertThat(limits.isDue(9 * DAY, enough)).isTrue();

    ModelLimits renewed = limits.renewed(9 * DAY, enough);

    assertThat(renewed.isDue(10 * DAY - 1, enough)).isFalse();
    assertThat(renewed.isDue(10 * DAY, enough)).isTrue();
  }

  @Test
  void aThresholdSetAnewKeepsTheAlarmShareOfTrafficThatChanged() {
    assertThat(shareOfAnomalies(trained(), 2)).isGreaterThan(0.02);

    ModelLimits renewed = trained().renewed(DAY, normal(20_000, 2));

    assertThat(shareOfAnomalies(renewed, 2)).isCloseTo(SHARE, within(0.7 * SHARE));
  }

  @Test
  void aModelWhoseTrafficChangedSaysSo() {
    Model same = trained().renewed(DAY, normal(20_000, 1)).model();
    assertThat(same.drift().orElseThrow()).isBetween(0.3, 2.5);
    assertThat(same.drifted()).isFalse();

    ModelLimits other = trained().renewed(DAY, normal(20_000, 2));
    assertThat(other.model().drift().orElseThrow()).as("e^-3.5 / 0.001").isBetween(20.0, 40.0);
    assertThat(other.model().drifted()).isTrue();
    assertThat(other.anomaly(scored(50)).orElseThrow().model()).isEqualTo(other.model());
  }

  @Test
  void somethingUnseenIsNoAnomalyOnceNormalRequestsShowIt() {
    CheckCounts withSets = CheckCounts.NONE;
    for (int i = 0; i < 20; i++) {
      withSets = withSets.plus(unseen(Reason.UNSEEN_SET, 1), true);
    }
    ModelLimits renewed = trained().renewed(DAY, normal(6_000, 1).plus(withSets));

    assertThat(trained().anomaly(unseen(Reason.UNSEEN_SET, 1))).isPresent();
    assertThat(renewed.anomaly(unseen(Reason.UNSEEN_SET, 1))).isEmpty();
    assertThat(renewed.anomaly(unseen(Reason.UNSEEN_PATH, 1))).isPresent();
    assertThat(renewed.anomaly(unseen(Reason.UNSEEN_SET, 20)).orElseThrow().reason())
        .as("its score counts now")
        .isEqualTo(Reason.SCORE);
  }

  @Test
  void anEndpointThatCallsSomethingNewInEachRequestHasDrifted() {
    NormalTraffic traffic = NormalTraffic.NONE;
    for (int pane = 0; pane < 60; pane++) {
      CheckCounts counts = CheckCounts.NONE;
      for (int i = 0; i < 100; i++) {
        counts = counts.plus(unseen(Reason.UNSEEN_PATH, score(1)), true);
      }
      traffic = traffic.plus(counts);
    }
    assertThat(trained().isDue(0, traffic)).isTrue();

    ModelLimits renewed = trained().renewed(DAY, traffic);

    assertThat(renewed.model().drift().orElseThrow()).isCloseTo(1_000, within(1e-6));
    assertThat(renewed.anomaly(unseen(Reason.UNSEEN_PATH, 1))).isEmpty();
    assertThat(renewed.anomaly(unseen(Reason.UNSEEN_PATH, 30))).isPresent();
  }

  @Test
  void aScoreThatIsUsualInTrainingIsNeverAnAnomaly() {
    ModelLimits quiet = trained().renewed(DAY, normal(6_000, 0.1));
    assertThat(quiet.limits().orElseThrow().threshold()).isLessThan(1);
    assertThat(quiet.anomaly(scored(2))).isEmpty();
    assertThat(quiet.anomaly(scored(4))).isPresent();
  }

  @Test
  void aLongDayKeepsAnEvenShareOfItsScores() {
    NormalTraffic traffic = with(normal(30_000, 1), 30_000, 3);
    // Panes of one score weigh no more than others.
    for (int pane = 0; pane < 10_000; pane++) {
      traffic = traffic.plus(CheckCounts.NONE.plus(scored(score(1)), false));
    }
    double[] scores = traffic.counts().scores();
    assertThat(traffic.offered()).isEqualTo(70_000);
    assertThat(scores).hasSizeBetween(10_000, 20_000);
    double high = 0;
    for (double score : scores) {
      high += score > 6 ? 1 : 0;
    }
    double expected = (4 * Math.exp(-6) + 3 * Math.exp(-2)) / 7;
    assertThat(high / scores.length).isCloseTo(expected, within(0.01));
  }

  @Test
  void aPaneKeepsSoManyScoresAndCountsAll() {
    CheckCounts pane = CheckCounts.NONE;
    for (int i = 0; i < 3_000; i++) {
      pane = pane.plus(scored(1), i % 100 == 0);
    }
    assertThat(pane.scores()).hasSize(2_000);
    assertThat(pane.requests()).isEqualTo(3_000);
    assertThat(pane.anomalies()).isEqualTo(30);
  }
}
