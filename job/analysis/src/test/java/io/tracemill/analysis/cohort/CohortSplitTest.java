package io.tracemill.analysis.cohort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class CohortSplitTest {
  private static final String KEY = "service.version";
  private static final CohortSplit CANARY =
      new CohortSplit.ByAttribute(
          new AttributeValue(KEY, "v1"), new AttributeValue(KEY, "v2"), new Period(0, 600_000));

  @Test
  void rangesDoNotOverlap() {
    Period first = new Period(0, 10);
    assertThatThrownBy(() -> new CohortSplit.ByTime(first, new Period(9, 20)))
        .hasMessageContaining("overlap");
    assertThat(first.overlaps(new Period(10, 20))).isFalse();
  }

  @Test
  void panesAreTenSecondsUnlessACohortHasMoreThan240() {
    assertThat(ranges(60_000, 30_000).sliceMillis()).isEqualTo(10_000);
    assertThat(ranges(2_400_000, 600_000).sliceMillis()).isEqualTo(10_000);
    assertThat(ranges(2_400_001, 600_000).sliceMillis()).isEqualTo(20_000);
    assertThat(ranges(600_000, 24_000_000).sliceMillis()).isEqualTo(100_000);
    assertThat(CANARY.sliceMillis()).isEqualTo(10_000);
  }

  private static CohortSplit ranges(long baseline, long problem) {
    return new CohortSplit.ByTime(
        new Period(0, baseline), new Period(baseline, baseline + problem));
  }
}
