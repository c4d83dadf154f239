package io.tracemill.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class HeapCurveTest {
  @Test
  void aHeapThatGrowsAtFirstAndStaysIsFlat() {
    assertThat(curve(10, 50, 90, 100, 101, 99, 104, 100, 102).flat(0.05)).isTrue();
  }

  @Test
  void aHeapThatGoesOnGrowingIsNotFlat() {
    assertThat(curve(10, 20, 30, 40, 50, 60, 70, 80, 90).flat(0.1)).isFalse();
  }

  private static HeapCurve curve(long... samples) {
    HeapCurve curve = new HeapCurve();
    LongStream.of(samples).forEach(curve::add);
    return curve;
  }
}
