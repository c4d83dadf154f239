package io.tracemill.analysis.anomaly;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.random.HaltonSequenceGenerator;

/**
 * A variational auto-encoder of call path vectors (CRISP appendix B; Kingma and Welling, 2013).
 * Encoder and decoder have one hidden layer each and give the mean and standard deviation of
 * independent normal distributions. We leave out the paper's posterior flow, and the decoder's
 * deviation is at least {@value #MIN_DEVIATION}.
 *
 * <pre>
 * x - {@value #HIDDEN} - mean, deviation of z ({@value #LATENT}) - {@value #HIDDEN} - mean, deviation of x
 * </pre>
 *
 * <p>Implementation notes: the draws of a likelihood are the first points of a Halton sequence, the
 * same for every request. So a score is a function of the request alone.
 */
final class Vae {
  static final int HIDDEN = 64;
  static final int LATENT = 8;

  /** The decoder's least deviation, in standard deviations of training. */
  static final float MIN_DEVIATION = 0.2f;

  static final float MIN_LATENT_DEVIATION = 1e-3f;

  /** The number of draws for a likelihood. */
  static final int DRAWS = 32;

  private static final double[] NOISE = noise();

  private final DenseLayer encoderHidden;
  private final DenseLayer encoderOut;
  private final DenseLayer decoderHidden;
  private final DenseLayer decoderOut;

  /**
   * @param layers of the {@link #shapes} for a width
   */
  Vae(List<DenseLayer> layers) {
    encoderHidden = layers.get(0);
    encoderOut = layers.get(1);
    decoderHidden = layers.get(2);
    decoderOut = layers.get(3);
  }

  /** An untrained one for vectors of {@code width} columns. */
  static Vae random(int width, RandomGenerator random) {
    return new Vae(
        shapes(width).stream()
            .map(shape -> DenseLayer.random(shape.inputs(), shape.outputs(), random))
            .toList());
  }

  /** Layers of zeros: the encoder's two, then the decoder's two. */
  static List<DenseLayer> shapes(int width) {
    return List.of(
        new DenseLayer(width, HIDDEN),
        new DenseLayer(HIDDEN, 2 * LATENT),
        new DenseLayer(LATENT, HIDDEN),
        new DenseLayer(HIDDEN, 2 * width));
  }

  private static double[] noise() {
    HaltonSequenceGenerator halton = new HaltonSequenceGenerator(LATENT);
    halton.skipTo(0);
    NormalDistribution normal = new NormalDistribution(null, 0, 1);
    double[] noise = new double[DRAWS * LATENT];
    for (int draw = 0; draw < DRAWS; draw++) {
      double[] point = halton.nextVector();
      for (int i = 0; i < LATENT; i++) {
        noise[draw * LATENT + i] = normal.inverseCumulativeProbability(point[i]);
      }
    }
    return noise;
  }

  /** {@code log(1 + exp(x))}. */
  static float softPlus(float x) {
    return (float) (Math.max(x, 0) + Math.log(1 + Math.exp(-Math.abs(x))));
  }

  List<DenseLayer> layers() {
    return List.of(encoderHidden, encoderOut, decoderHidden, decoderOut);
  }

  Vae copy() {
    return new Vae(layers().stream().map(DenseLayer::copy).toList());
  }

  int width() {
    return encoderHidden.inputs();
  }

  /** Logarithm of the density of {@code vector} by importance sampling; higher is more normal. */
  double logLikelihood(float[] vector, int draws) {
    float[] latent = latent(vector);
    float[] z = new float[draws * LATENT];
    double[] parts = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      for (int i = 0; i < LATENT; i++) {
        double e = NOISE[draw * LATENT + i];
        float deviation = softPlus(latent[LATENT + i]) + MIN_LATENT_DEVIATION;
        z[draw * LATENT + i] = (float) (latent[i] + deviation * e);
        double prior = z[draw * LATENT + i];
        parts[draw] += 0.5 * (e * e - prior * prior) + Math.log(deviation);
      }
    }
    float[] out = decode(z, draws);
    for (int draw = 0; draw < draws; draw++) {
      parts[draw] += logDensity(vector, out, 2 * width() * draw);
    }
    return logMeanExp(parts);
  }

  private double logDensity(float[] vector, float[] out, int from) {
    double sum = 0;
    for (int j = 0; j < vector.length; j++) {
      double deviation = softPlus(out[from + vector.length + j]) + MIN_DEVIATION;
      double apart = (vector[j] - out[from + j]) / deviation;
      sum -= 0.5 * apart * apart + Math.log(deviation);
    }
    return sum;
  }

  private static double logMeanExp(double[] parts) {
    double top = Arrays.stream(parts).max().orElseThrow();
    return top
        + Math.log(Arrays.stream(parts).map(part -> Math.exp(part - top)).average().orElseThrow());
  }

  /** The means of the columns that the decoder expects beside such a request, then deviations. */
  float[] expected(float[] vector) {
    float[] out = decode(Arrays.copyOf(latent(vector), LATENT), 1);
    for (int j = width(); j < out.length; j++) {
      out[j] = softPlus(out[j]) + MIN_DEVIATION;
    }
    return out;
  }

  private float[] latent(float[] vector) {
    float[] hidden = new float[HIDDEN];
    encoderHidden.applyTanh(vector, 1, hidden);
    float[] latent = new float[2 * LATENT];
    encoderOut.apply(hidden, 1, latent);
    return latent;
  }

  private float[] decode(float[] z, int rows) {
    float[] hidden = new float[rows * HIDDEN];
    decoderHidden.applyTanh(z, rows, hidden);
    float[] out = new float[rows * 2 * width()];
    decoderOut.apply(hidden, rows, out);
    return out;
  }
}
