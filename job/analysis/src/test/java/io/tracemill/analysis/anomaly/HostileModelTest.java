package io.tracemill.analysis.anomaly;

import static io.tracemill.analysis.anomaly.GivenRequests.model;
import static io.tracemill.analysis.request.TestRequest.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.traffic.RequestCheck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HostileModelTest {
  /** Weights that a file may hold, since they are finite; their products are not. */
  private static AnomalyModel withHugeWeights() {
    AnomalyModel model = model(Detector.VAE);
    List<DenseLayer> layers =
        model.vae().orElseThrow().layers().stream().map(DenseLayer::copy).toList();
    layers.forEach(layer -> Arrays.fill(layer.weights(), Float.MAX_VALUE));
    return new AnomalyModel(
        model.id(),
        model.endpoint(),
        model.trainedMillis(),
        model.requests(),
        model.encoder(),
        model.novelty(),
        model.nearest(),
        Optional.of(new Vae(layers)),
        model.scores());
  }

  private static AnomalyModel written(AnomalyModel model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AnomalyModelFile.write(bytes, List.of(model));
    return AnomalyModelFile.read(new ByteArrayInputStream(bytes.toByteArray()), Long.MAX_VALUE)
        .models()
        .get(0);
  }

  @Test
  void requestsGetNoScoreFromWeightsThatNobodyTrained() throws IOException {
    AnomalyModel hostile = written(withHugeWeights());
    RequestCheck check = new RequestCheck(10);

    assertThat(check.check(simple(1, 1_000_000), hostile, 0))
        .hasValueSatisfying(checked -> assertThat(checked.scored()).isEmpty());
    assertThat(check.checked()).isEqualTo(1);
    assertThat(check.scored()).isZero();
  }
}
