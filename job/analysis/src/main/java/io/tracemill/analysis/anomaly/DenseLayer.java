package io.tracemill.analysis.anomaly;

import java.util.random.RandomGenerator;

/**
 * A layer of a neural network: {@code x W + b}.
 *
 * @param weights one row of {@code outputs} for each input
 * @param bias by output
 */
record DenseLayer(int inputs, int outputs, float[] weights, float[] bias) {
  DenseLayer(int inputs, int outputs) {
    this(inputs, outputs, new float[inputs * outputs], new float[outputs]);
  }

  /** A layer with random weights, so that outputs vary as much as inputs. */
  static DenseLayer random(int inputs, int outputs, RandomGenerator random) {
    DenseLayer layer = new DenseLayer(inputs, outputs);
    for (int i = 0; i < layer.weights.length; i++) {
      layer.weights[i] = (float) (random.nextGaussian() / Math.sqrt(inputs));
    }
    return layer;
  }

  DenseLayer copy() {
    return new DenseLayer(inputs, outputs, weights.clone(), bias.clone());
  }

  /** Sets {@code out} to the outputs for {@code rows} rows of inputs. */
  void apply(float[] x, int rows, float[] out) {
    for (int row = 0; row < rows; row++) {
      System.arraycopy(bias, 0, out, row * outputs, outputs);
    }
    MatrixProduct.add(x, rows, inputs, weights, outputs, out);
  }

  /** The same, and the hyperbolic tangent of each output. */
  void applyTanh(float[] x, int rows, float[] out) {
    apply(x, rows, out);
    for (int i = 0; i < rows * outputs; i++) {
      out[i] = (float) (1 - 2 / (Math.exp(2 * out[i]) + 1));
    }
  }
}
