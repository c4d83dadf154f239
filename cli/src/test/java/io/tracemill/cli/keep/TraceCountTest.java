package io.tracemill.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tracemill.analysis.span.TraceId;
import org.junit.jupiter.api.Test;

final class TraceCountTest {
  private final TraceCount count = new TraceCount();

  @Test
  void fewTracesAreCountedExactlyHoweverManySpansTheyHave() {
    for (int span = 0; span < 3 * TraceCount.MOST; span++) {
      count.add(new TraceId(0, span % TraceCount.MOST));
    }
    assertThat(count.about()).isEqualTo(TraceCount.MOST);
  }

  @Test
  void manyTracesAreCountedWithinThreeStandardErrors() {
    for (int trace = 0; trace < 1_000_000; trace++) {
      count.add(new TraceId(trace, 7));
      count.add(new TraceId(trace, 7));
    }
    assertThat(count.about()).isCloseTo(1_000_000, withPercentage(3));
  }
}
