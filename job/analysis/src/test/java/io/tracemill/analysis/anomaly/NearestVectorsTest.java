package io.tracemill.analysis.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class NearestVectorsTest {
  private static final int WIDTH = 12;

  @Property(tries = 200)
  void theDistanceIsThatOfTheNearestOfAllRows(@ForAll long seed) {
    RandomGenerator random = GivenRequests.random(seed);
    List<float[]> rows = Stream.generate(() -> vector(random)).limit(20).toList();
    NearestVectors nearest = NearestVectors.of(rows);
    float[] vector = vector(random);

    double slow = rows.stream().mapToDouble(row -> distance(row, vector)).min().orElseThrow();

    assertThat(nearest.distance(vector)).isCloseTo(slow, within(1e-6));
    assertThat(distance(nearest.nearestTo(vector), vector)).isCloseTo(slow, within(1e-6));
    assertThat(nearest.distance(rows.get(7))).isCloseTo(0, within(1e-6));
  }

  private static float[] vector(RandomGenerator random) {
    float[] vector = new float[WIDTH];
    for (int j = 0; j < WIDTH; j++) {
      vector[j] =
          random.nextBoolean() ? CallPathEncoder.ABSENT : (float) (3 * random.nextGaussian());
    }
    return vector;
  }

  private static double distance(float[] a, float[] b) {
    double square = 0;
    for (int j = 0; j < WIDTH; j++) {
      square += ((double) a[j] - b[j]) * ((double) a[j] - b[j]);
    }
    return Math.sqrt(square);
  }
}
