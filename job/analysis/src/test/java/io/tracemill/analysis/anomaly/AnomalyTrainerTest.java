package io.tracemill.analysis.anomaly;

import static io.tracemill.analysis.anomaly.GivenRequests.ENDPOINT;
import static io.tracemill.analysis.anomaly.GivenRequests.many;
import static io.tracemill.analysis.anomaly.GivenRequests.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Split;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Trained;
import io.tracemill.analysis.sample.PathTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class AnomalyTrainerTest {
  private static final AnomalyTrainer TRAINER = new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE);

  @Test
  void fewerThan200RequestsMakeNoModel() {
    assertThat(train(many(199, random(1)))).isEmpty();
    assertThat(train(many(200, random(1)))).isPresent();
  }

  @Test
  void aQuarterIsHeldOut() {
    Trained trained = train(many(1_000, random(1))).orElseThrow();
    AnomalyModel model = trained.model();

    assertThat(trained.heldOut()).isEqualTo(250);
    assertThat(trained.alarms()).isLessThan(5);
    assertThat(model.requests()).isEqualTo(1_000);
    assertThat(model.scores().sorted()).hasSize(250);
    assertThat(model.nearest().first()).hasSize(751);
  }

  @Test
  void fewerThan5000RequestsAreComparedWithAThousandOfTraining() {
    AnomalyModel model = train(many(2_000, random(1))).orElseThrow().model();

    assertThat(model.detector()).isEqualTo(Detector.NEAREST);
    assertThat(model.nearest().first()).hasSize(NearestVectors.MAX_ROWS + 1);
    assertThat(AnomalyTrainer.detector(4_999)).isEqualTo(Detector.NEAREST);
    assertThat(AnomalyTrainer.detector(5_000)).isEqualTo(Detector.VAE);
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    assertThat(bytes(5)).isEqualTo(bytes(5)).isNotEqualTo(bytes(6));
  }

  private static byte[] bytes(long seed) throws IOException {
    RandomGenerator random = random(1);
    Split split = new Split(many(200, random), many(50, random));
    AnomalyModel model =
        TRAINER.train(ENDPOINT, split, Detector.VAE, 7, random(seed), TrainingProgress.NONE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AnomalyModelFile.write(bytes, List.of(model));
    return bytes.toByteArray();
  }

  @Test
  void trainingEndsOnceHeldOutRequestsNoLongerGain() {
    RandomGenerator random = random(1);
    Split split = new Split(many(320, random), many(50, random));
    List<Double> losses = new ArrayList<>();
    List<Integer> most = new ArrayList<>();

    TRAINER.train(
        ENDPOINT,
        split,
        Detector.VAE,
        7,
        random(1),
        (epoch, epochs, loss) -> {
          losses.add(loss);
          most.add(epochs);
        });

    double least = losses.stream().mapToDouble(loss -> loss).min().orElseThrow();
    assertThat(losses).hasSizeLessThan(most.get(0));
    assertThat(losses.indexOf(least)).isBetween(1, losses.size() - 30);
  }

  private static Optional<Trained> train(List<PathTimes> requests) {
    return TRAINER.train(ENDPOINT, requests, 7, random(1), TrainingProgress.NONE);
  }
}
