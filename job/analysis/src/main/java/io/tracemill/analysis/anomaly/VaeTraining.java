package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.sort.Permutation;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Trains a {@link Vae} by Adam on batches, until the likelihood of held-out vectors no longer
 * grows. Time is linear in vectors, columns and epochs. The same generator gives the same weights.
 */
final class VaeTraining {
  private static final int BATCH = 64;
  private static final int MAX_EPOCHS = 300;

  /** Many vectors need fewer epochs: there are about this many batches at most. */
  private static final int MAX_BATCHES = 20_000;

  private static final int PATIENCE = 30;
  private static final double MIN_GAIN = 1e-3;
  private static final int MAX_VALIDATED = 1_000;
  private static final int VALIDATION_DRAWS = 4;

  private final Vae vae;
  private final RandomGenerator random;
  private final int width;
  private final LayerTraining[] layers;
  private int steps;

  private final float[] x;
  private final float[] encoderHidden = new float[2 * BATCH * Vae.HIDDEN];
  private final float[] latent = new float[2 * BATCH * 2 * Vae.LATENT];
  private final float[] noise = new float[2 * BATCH * Vae.LATENT];
  private final float[] z = new float[2 * BATCH * Vae.LATENT];
  private final float[] decoderHidden = new float[2 * BATCH * Vae.HIDDEN];
  private final float[] out;
  private final float[] byHidden = new float[2 * BATCH * Vae.HIDDEN];
  private final float[] byZ = new float[2 * BATCH * Vae.LATENT];

  private VaeTraining(Vae vae, RandomGenerator random) {
    this.vae = vae;
    this.random = random;
    width = vae.width();
    layers = vae.layers().stream().map(LayerTraining::new).toArray(LayerTraining[]::new);
    x = new float[2 * BATCH * width];
    out = new float[2 * BATCH * 2 * width];
  }

  /** The best auto-encoder for {@code heldOut} among those after each epoch. */
  static Vae fit(
      List<float[]> training,
      List<float[]> heldOut,
      RandomGenerator random,
      TrainingProgress progress) {
    Vae vae = Vae.random(training.get(0).length, random);
    VaeTraining run = new VaeTraining(vae, random);
    List<float[]> validated = heldOut.subList(0, Math.min(MAX_VALIDATED, heldOut.size()));
    int batches = Math.max(1, training.size() / BATCH);
    int epochs = Math.min(MAX_EPOCHS, Math.max(PATIENCE, MAX_BATCHES / batches));
    Vae best = vae;
    double least = Double.POSITIVE_INFINITY;
    for (int epoch = 1, bad = 0; epoch <= epochs && bad <= PATIENCE; epoch++) {
      run.epoch(training, batches);
      double loss = loss(vae, validated);
      progress.epoch(epoch, epochs, loss);
      bad = loss < least - MIN_GAIN ? 0 : bad + 1;
      if (bad == 0) {
        least = loss;
        best = vae.copy();
      }
    }
    return best;
  }

  private static double loss(Vae vae, List<float[]> vectors) {
    return vectors.stream()
        .mapToDouble(vector -> -vae.logLikelihood(vector, VALIDATION_DRAWS))
        .average()
        .orElse(0);
  }

  private void epoch(List<float[]> training, int batches) {
    int[] order = Permutation.of(training.size(), random);
    for (int batch = 0; batch < batches; batch++) {
      int from = (int) ((long) batch * order.length / batches);
      int to = (int) ((long) (batch + 1) * order.length / batches);
      for (int row = from; row < to; row++) {
        System.arraycopy(training.get(order[row]), 0, x, (row - from) * width, width);
      }
      step(to - from);
    }
  }

  private void step(int rows) {
    List<DenseLayer> layer = vae.layers();
    layer.get(0).applyTanh(x, rows, encoderHidden);
    layer.get(1).apply(encoderHidden, rows, latent);
    draw(rows);
    layer.get(2).applyTanh(z, rows, decoderHidden);
    layer.get(3).apply(decoderHidden, rows, out);
    differentiateOutput(rows);
    layers[3].gradients(decoderHidden, out, rows);
    layers[3].backTanh(out, decoderHidden, rows, byHidden);
    layers[2].gradients(z, byHidden, rows);
    layers[2].back(byHidden, rows, byZ);
    differentiateLatent(rows);
    layers[1].gradients(encoderHidden, latent, rows);
    layers[1].backTanh(latent, encoderHidden, rows, byHidden);
    layers[0].gradients(x, byHidden, rows);
    steps++;
    for (LayerTraining training : layers) {
      training.step(steps);
    }
  }

  private void draw(int rows) {
    for (int row = 0; row < rows; row++) {
      int mean = row * 2 * Vae.LATENT;
      for (int i = 0; i < Vae.LATENT; i++) {
        int at = row * Vae.LATENT + i;
        noise[at] = (float) random.nextGaussian();
        z[at] = latent[mean + i] + latentDeviation(latent[mean + Vae.LATENT + i]) * noise[at];
      }
    }
  }

  private static float latentDeviation(float raw) {
    return Vae.softPlus(raw) + Vae.MIN_LATENT_DEVIATION;
  }

  /** Replaces outputs by derivatives of the mean of {@code r^2 / 2 + log(deviation)}. */
  private void differentiateOutput(int rows) {
    for (int row = 0; row < rows; row++) {
      int mean = row * 2 * width;
      for (int j = 0; j < width; j++) {
        float raw = out[mean + width + j];
        float deviation = Vae.softPlus(raw) + Vae.MIN_DEVIATION;
        float r = (x[row * width + j] - out[mean + j]) / deviation;
        out[mean + j] = -r / deviation / rows;
        out[mean + width + j] = (1 - r * r) / deviation * sigmoid(raw) / rows;
      }
    }
  }

  /** Replaces latent values by derivatives: those through z, and of the divergence from N(0, 1). */
  private void differentiateLatent(int rows) {
    for (int row = 0; row < rows; row++) {
      int mean = row * 2 * Vae.LATENT;
      for (int i = 0; i < Vae.LATENT; i++) {
        int at = row * Vae.LATENT + i;
        float raw = latent[mean + Vae.LATENT + i];
        float deviation = latentDeviation(raw);
        float byDeviation = byZ[at] * noise[at] + (deviation - 1 / deviation) / rows;
        latent[mean + i] = byZ[at] + latent[mean + i] / rows;
        latent[mean + Vae.LATENT + i] = byDeviation * sigmoid(raw);
      }
    }
  }

  private static float sigmoid(float x) {
    return (float) (1 / (1 + Math.exp(-x)));
  }
}
