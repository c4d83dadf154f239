package io.tracemill.analysis.anomaly;

import java.util.Arrays;

/** Gradients of a {@link DenseLayer} and its steps by Adam (Kingma and Ba, 2015, algorithm 1). */
final class LayerTraining {
  private static final float RATE = 2e-3f;
  private static final float KEEP_MEAN = 0.9f;
  private static final float KEEP_SQUARE = 0.999f;
  private static final float TINY = 1e-8f;

  private final DenseLayer layer;
  private final Adam weights;
  private final Adam bias;
  private final float[] transposed;

  LayerTraining(DenseLayer layer) {
    this.layer = layer;
    weights = new Adam(layer.weights());
    bias = new Adam(layer.bias());
    transposed = new float[layer.weights().length];
  }

  /** Sets the gradients from the inputs of a batch and the loss's derivatives by its outputs. */
  void gradients(float[] x, float[] byOutput, int rows) {
    Arrays.fill(weights.gradient, 0);
    Arrays.fill(bias.gradient, 0);
    MatrixProduct.addTransposed(
        x, layer.inputs(), rows, byOutput, layer.outputs(), weights.gradient);
    for (int row = 0; row < rows; row++) {
      for (int j = 0; j < layer.outputs(); j++) {
        bias.gradient[j] += byOutput[row * layer.outputs() + j];
      }
    }
  }

  /** Sets {@code byInput} to the loss's derivatives by the inputs. */
  void back(float[] byOutput, int rows, float[] byInput) {
    for (int i = 0; i < layer.inputs(); i++) {
      for (int j = 0; j < layer.outputs(); j++) {
        transposed[j * layer.inputs() + i] = layer.weights()[i * layer.outputs() + j];
      }
    }
    Arrays.fill(byInput, 0, rows * layer.inputs(), 0);
    MatrixProduct.add(byOutput, rows, layer.outputs(), transposed, layer.inputs(), byInput);
  }

  /** The same through a hyperbolic tangent, whose values are {@code x}. */
  void backTanh(float[] byOutput, float[] x, int rows, float[] byInput) {
    back(byOutput, rows, byInput);
    for (int i = 0; i < rows * layer.inputs(); i++) {
      byInput[i] *= 1 - x[i] * x[i];
    }
  }

  /** Moves the layer against its gradients, for the {@code step}th time. */
  void step(int step) {
    float meanCorrection = (float) (1 - Math.pow(KEEP_MEAN, step));
    float squareCorrection = (float) (1 - Math.pow(KEEP_SQUARE, step));
    weights.step(meanCorrection, squareCorrection);
    bias.step(meanCorrection, squareCorrection);
  }

  private static final class Adam {
    private final float[] values;
    private final float[] gradient;
    private final float[] mean;
    private final float[] square;

    Adam(float[] values) {
      this.values = values;
      gradient = new float[values.length];
      mean = new float[values.length];
      square = new float[values.length];
    }

    void step(float meanCorrection, float squareCorrection) {
      float rate = RATE / meanCorrection;
      for (int i = 0; i < values.length; i++) {
        float by = Math.max(-1, Math.min(1, gradient[i]));
        mean[i] = KEEP_MEAN * mean[i] + (1 - KEEP_MEAN) * by;
        square[i] = KEEP_SQUARE * square[i] + (1 - KEEP_SQUARE) * by * by;
        values[i] -= rate * mean[i] / ((float) Math.sqrt(square[i] / squareCorrection) + TINY);
      }
    }
  }
}
