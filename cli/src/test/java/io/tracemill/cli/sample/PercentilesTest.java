package io.tracemill.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void theyAreTheSmallestNumbersThatEnoughDoNotExceed() {
    assertThat(Percentiles.of(LongStream.rangeClosed(1, 200)))
        .isEqualTo(new Percentiles(100, 190, 198, 200));
    assertThat(Percentiles.of(LongStream.of(7))).isEqualTo(new Percentiles(7, 7, 7, 7));
    assertThat(Percentiles.of(LongStream.empty())).isEqualTo(new Percentiles(0, 0, 0, 0));
  }
}
