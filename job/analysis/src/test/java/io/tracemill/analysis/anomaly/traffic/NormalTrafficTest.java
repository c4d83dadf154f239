package io.tracemill.analysis.anomaly.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import io.tracemill.analysis.record.AnomalyRecord.Path;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Scores are exponential with mean 1; the model as trained has alarms above 7. */
final class NormalTrafficTest {
  private static final double SHARE = 0.001;
  private static final long DAY = 86_400_000;
  private static final double TRAINED = 7;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);

  private static CheckedRequest request(
      String model, long trained, Reason reason, double score, boolean alarm) {
    List<Path> paths =
        reason == Reason.SCORE && score < 3 ? List.of() : List.of(new Path(List.of(), 9, 0, 1));
    AnomalyRecord found =
        new AnomalyRecord(
            "ab",
            Frame.of("front", "GET"),
            0,
            9,
            reason,
            Detector.NEAREST,
            score,
            0.01,
            paths,
            new Model(model, trained, OptionalDouble.empty()));
    Optional<Reason> unseen = reason == Reason.SCORE ? Optional.empty() : Optional.of(reason);
    return new CheckedRequest(found, unseen, true, alarm, SHARE);
  }

  private static CheckedRequest scored(double score) {
    return request("m", 1, Reason.SCORE, score, score > TRAINED);
  }

  private static CheckedRequest unseen(Reason reason) {
    return request("m", 1, reason, 3, true);
  }

  private static NormalTraffic start() {
    return NormalTraffic.begin(scored(1), 0);
  }

  private NormalTraffic with(NormalTraffic traffic, int requests, double mean) {
    NormalTraffic all = traffic;
    for (int batch = 0; batch < requests / 100; batch++) {
      CheckCounts counts = CheckCounts.NONE;
      for (int i = 0; i < 100; i++) {
        counts =
            counts.plus(CheckCounts.of(scored(-mean * Math.log1p(-random.nextDouble())), false));
      }
      all = all.plus(counts);
    }
    return all;
  }

  private double shareOfAnomalies(NormalTraffic traffic, double mean) {
    int anomalies = 0;
    for (int i = 0; i < 200_000; i++) {
      double score = -mean * Math.log1p(-random.nextDouble());
      anomalies += traffic.isAnomaly(scored(score)) ? 1 : 0;
    }
    return anomalies / 200_000.0;
  }

  @Test
  void theLimitsOfTrainingHoldForADayAndUntilThereAreFiveThousandRequests() {
    NormalTraffic few = with(start(), 4_900, 1);
    assertThat(few.isDue(2 * DAY)).isFalse();
    NormalTraffic enough = with(few, 100, 1);
    assertThat(enough.isDue(DAY - 1)).isFalse();
    assertThat(enough.isDue(DAY)).isTrue();
    assertThat(enough.isAnomaly(scored(7.1))).isTrue();
    assertThat(enough.isAnomaly(scored(6.9))).isFalse();
    assertThat(enough.model().drift()).isEmpty();
  }

  @Test
  void aThresholdSetAnewKeepsTheAlarmShareOfTrafficThatChanged() {
    NormalTraffic traffic = with(start(), 20_000, 2);
    assertThat(shareOfAnomalies(traffic, 2)).isGreaterThan(0.02);

    NormalTraffic renewed = traffic.renewed(DAY);

    assertThat(shareOfAnomalies(renewed, 2)).isCloseTo(SHARE, within(0.7 * SHARE));
    assertThat(renewed.counts().requests()).isZero();
    assertThat(renewed.sinceMillis()).isEqualTo(DAY);
    assertThat(renewed.isDue(DAY + 1)).isFalse();
  }

  @Test
  void aModelWhoseTrafficChangedSaysSo() {
    NormalTraffic same = with(start(), 20_000, 1).renewed(DAY);
    assertThat(same.model().drift().orElseThrow()).isBetween(0.3, 2.5);
    assertThat(same.model().drifted()).isFalse();

    NormalTraffic other = with(start(), 20_000, 2).renewed(DAY);
    assertThat(other.model().drift().orElseThrow()).as("e^-3.5 / 0.001").isBetween(20.0, 40.0);
    assertThat(other.model().drifted()).isTrue();
  }

  @Test
  void somethingUnseenIsNoAnomalyOnceNormalRequestsShowIt() {
    CheckedRequest path = unseen(Reason.UNSEEN_PATH);
    CheckedRequest set = unseen(Reason.UNSEEN_SET);
    NormalTraffic traffic = with(start(), 6_000, 1);
    for (int i = 0; i < 20; i++) {
      traffic = traffic.plus(CheckCounts.of(set, true));
    }
    assertThat(traffic.isAnomaly(set)).isTrue();

    NormalTraffic renewed = traffic.renewed(DAY);

    assertThat(renewed.isAnomaly(set)).isFalse();
    assertThat(renewed.isAnomaly(path)).isTrue();
  }

  @Test
  void aScoreThatIsUsualInTrainingIsNeverAnAnomaly() {
    NormalTraffic quiet = with(start(), 6_000, 0.1).renewed(DAY);
    assertThat(quiet.limits().orElseThrow().threshold()).isLessThan(1);
    assertThat(quiet.isAnomaly(scored(2))).isFalse();
    assertThat(quiet.isAnomaly(scored(4))).isTrue();
  }

  @Test
  void aNewerModelReplacesOneAndAnOlderOneDoesNot() {
    NormalTraffic traffic = with(start(), 6_000, 2).renewed(DAY);
    CheckedRequest newer = request("n", 2, Reason.SCORE, 8, true);
    CheckedRequest older = request("o", 0, Reason.SCORE, 8, true);

    assertThat(traffic.isReplacedBy(newer)).isTrue();
    assertThat(traffic.isReplacedBy(older)).isFalse();
    assertThat(traffic.isReplacedBy(scored(1))).isFalse();
    assertThat(traffic.isAnomaly(older)).as("by its own threshold").isTrue();
    assertThat(traffic.isAnomaly(scored(8))).isFalse();
  }

  @Test
  void aLongDayKeepsAnEvenShareOfItsScores() {
    NormalTraffic traffic = with(with(start(), 30_000, 1), 30_000, 3);

    assertThat(traffic.counts().requests()).isEqualTo(60_000);
    assertThat(traffic.counts().scores()).hasSizeBetween(10_000, 20_000);
    double high = 0;
    for (double score : traffic.counts().scores()) {
      high += score > 6 ? 1 : 0;
    }
    double expected = (Math.exp(-6) + Math.exp(-2)) / 2;
    assertThat(high / traffic.counts().scores().length).isCloseTo(expected, within(0.01));
  }
}
