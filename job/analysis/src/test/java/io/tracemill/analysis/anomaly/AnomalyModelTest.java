package io.tracemill.analysis.anomaly;

import static io.tracemill.analysis.anomaly.GivenRequests.many;
import static io.tracemill.analysis.anomaly.GivenRequests.model;
import static io.tracemill.analysis.anomaly.GivenRequests.nanos;
import static io.tracemill.analysis.anomaly.GivenRequests.random;
import static io.tracemill.analysis.anomaly.GivenRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Split;
import io.tracemill.analysis.sample.PathTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AnomalyModelTest {
  private static final PathTimes USUAL = request(2, 20, 30, 5, 0);

  /** The cart is usually as slow as the catalogue; here one is fast while the other is slow. */
  @ParameterizedTest
  @EnumSource
  void timeThatMovedBetweenTwoPathsIsFoundThoughTheLatencyIsTheSame(Detector detector) {
    AnomalyModel model = model(detector);
    PathTimes moved = request(2, 44, 6, 5, 0);

    Anomaly usual = model.explain(USUAL, model.score(USUAL));
    Anomaly strange = model.explain(moved, model.score(moved));

    assertThat(usual.alarm()).isFalse();
    assertThat(usual.pValue()).isGreaterThan(0.05);
    assertThat(strange.alarm()).isTrue();
    assertThat(strange.reason()).isEqualTo(Reason.SCORE);
    assertThat(strange.pValue()).isLessThan(0.001);
    assertThat(model.unseen(moved)).isEmpty();
    assertThat(model.alarm(moved)).isTrue();
    assertThat(model.alarm(USUAL)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void theMostSurprisingPathHasItsSeenAndItsExpectedTime(Detector detector) {
    AnomalyModel model = model(detector);
    PathTimes slow = request(40, 20, 30, 5, 0);

    Anomaly anomaly = model.explain(slow, model.score(slow));

    PathSurprise first = anomaly.paths().get(0);
    assertThat(first.path()).hasSize(1).first().hasToString("front GET /cart");
    assertThat(first.seenNanos()).isEqualTo(nanos(40));
    assertThat(first.expectedNanos()).isBetween(nanos(1), nanos(4));
    assertThat(first.surprise()).isGreaterThan(10 * anomaly.paths().get(1).surprise());
  }

  @Test
  void anUnseenPathIsAReasonOfItsOwn() {
    AnomalyModel model = model(Detector.NEAREST);
    PathTimes request = request(2, 20, 30, 5, 1);

    Anomaly anomaly = model.explain(request, model.unseen(request).orElseThrow());

    assertThat(model.alarm(request)).isTrue();
    assertThat(anomaly.reason()).isEqualTo(Reason.UNSEEN_PATH);
    assertThat(anomaly.alarm()).isTrue();
    assertThat(anomaly.pValue()).isCloseTo(1 / 201.0, within(1e-9));
    assertThat(anomaly.score()).isEqualTo(-Math.log10(anomaly.pValue()));
    assertThat(anomaly.paths())
        .singleElement()
        .satisfies(path -> assertThat(path.path()).last().hasToString("mail call"))
        .satisfies(path -> assertThat(path.seenNanos()).isEqualTo(nanos(1)))
        .satisfies(path -> assertThat(path.expectedNanos()).isZero());
  }

  @Test
  void anUnseenSetOfKnownPathsNamesThePathThatIsMissing() {
    AnomalyModel model = model(Detector.NEAREST);
    PathTimes request = request(2, 0, 30, 5, 0);
    Anomaly anomaly = model.explain(request, model.unseen(request).orElseThrow());

    assertThat(anomaly.reason()).isEqualTo(Reason.UNSEEN_SET);
    assertThat(anomaly.alarm()).isTrue();
    assertThat(anomaly.paths())
        .singleElement()
        .satisfies(path -> assertThat(path.path()).last().hasToString("cart call"))
        .satisfies(path -> assertThat(path.seenNanos()).isZero())
        .satisfies(path -> assertThat(path.expectedNanos()).isPositive());
  }

  @Test
  void newPathsScoreLowAndAreNoAlarmWhereHeldOutRequestsOftenHaveThem() {
    RandomGenerator random = random(3);
    List<PathTimes> heldOut = new ArrayList<>(many(90, random));
    for (int i = 0; i < 10; i++) {
      heldOut.add(request(2, 20, 30, 5, 1));
    }
    AnomalyModel model = model(Detector.NEAREST, new Split(many(300, random), heldOut));

    Anomaly anomaly = model.unseen(request(2, 20, 30, 5, 1)).orElseThrow();

    assertThat(anomaly.alarm()).isFalse();
    assertThat(anomaly.score()).isBetween(0.9, 1.0);
  }

  @ParameterizedTest
  @EnumSource
  void aboutTheAlarmShareOfQuietRequestsAreAlarms(Detector detector) {
    RandomGenerator random = random(4);
    AnomalyModel model = model(detector, new Split(many(500, random), many(1_000, random)));

    long alarms =
        many(3_000, random).stream()
            .filter(request -> model.score(request) > model.scores().threshold())
            .count();

    assertThat(alarms / 3_000.0).isBetween(0.0003, 0.005);
  }

  @Test
  void newerScoresMoveTheThreshold() {
    AnomalyModel model = model(Detector.NEAREST);
    double[] doubled = model.scores().sorted().clone();
    for (int i = 0; i < doubled.length; i++) {
      doubled[i] *= 2;
    }

    NormalScores newer = NormalScores.of(doubled, GivenRequests.SHARE);

    assertThat(newer.threshold()).isCloseTo(2 * model.scores().threshold(), within(1e-9));
  }
}
