package io.tracemill.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CurveTest {
  @Test
  void whatGrowsAtFirstAndStaysIsFlat() {
    List<Long> bytes = List.of(10L, 50L, 90L, 100L, 101L, 99L, 104L, 100L, 102L);
    assertThat(new Curve(bytes).flat(0.05)).isTrue();
  }

  @Test
  void whatGoesOnGrowingIsNotFlat() {
    List<Long> bytes = List.of(10L, 20L, 30L, 40L, 50L, 60L, 70L, 80L, 90L);
    assertThat(new Curve(bytes).flat(0.1)).isFalse();
  }
}
