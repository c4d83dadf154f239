package io.tracemill.analysis.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

final class MatrixProductTest {
  @Property(tries = 200)
  void eachElementIsTheSumOfProducts(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 9) int inner,
      @ForAll @IntRange(min = 1, max = 9) int columns) {
    RandomGenerator random = GivenRequests.random(seed);
    float[] a = numbers(rows * inner, random);
    float[] b = numbers(inner * columns, random);
    float[] plain = new float[rows * columns];
    MatrixProduct.add(a, rows, inner, b, columns, plain);
    float[] transposed = new float[rows * columns];
    MatrixProduct.addTransposed(a, rows, inner, b, columns, transposed);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        double sumOfTransposed = 0;
        for (int k = 0; k < inner; k++) {
          sum += a[i * inner + k] * b[k * columns + j];
          sumOfTransposed += a[k * rows + i] * b[k * columns + j];
        }
        assertThat((double) plain[i * columns + j]).isCloseTo(sum, within(1e-5));
        assertThat((double) transposed[i * columns + j]).isCloseTo(sumOfTransposed, within(1e-5));
      }
    }
  }

  private static float[] numbers(int size, RandomGenerator random) {
    float[] numbers = new float[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    return numbers;
  }
}
