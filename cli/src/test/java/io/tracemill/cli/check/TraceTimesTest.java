package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssemblyRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTimesTest {
  private static final AssemblyRules RULES = new AssemblyRules(20_000, 10_000, 600_000, 3_600_000);

  private final List<Fragment> fragments = new ArrayList<>();

  private TraceTimes times() {
    return new TraceTimes(fragments, RULES);
  }

  private void record(long trace, long millis, int spans, boolean root) {
    fragments.add(new Fragment(new TraceId(0, trace), millis, millis, spans, root, new byte[100]));
  }

  @Test
  void tracesAreMeasuredFromTheirFirstRecordAndFromTheirRootToTheLast() {
    for (int trace = 1; trace <= 99; trace++) {
      record(trace, 1000, 1, true);
    }
    record(100, 14_000, 1, false);
    record(100, 7_000, 1, true);
    record(100, 2_000, 1, false);

    assertThat(times().traces()).isEqualTo(100);
    assertThat(times().spread(0.99)).isZero();
    assertThat(times().spread(1)).isEqualTo(12_000);
    assertThat(times().graceMillis(600_000)).isEqualTo(10_000);
  }

  @Test
  void theWaitsThatWouldDoOutlastTheLongestGapAndWhatComesAfterRoots() {
    for (int trace = 1; trace <= 20; trace++) {
      record(trace, 0, 1, false);
      record(trace, 7_000, 1, true);
      record(trace, 10_000, 1, false);
    }
    assertThat(times().quietMillis()).hasValue(10_000);
    assertThat(times().graceMillis(10_000)).isEqualTo(5_000);
    assertThat(times().graceMillis(2_000)).isEqualTo(2_000);
  }

  @Test
  void noWaitIsAdvisedWhereSpansComeHoursLater() {
    record(1, 0, 1, true);
    record(1, 3_600_000, 1, false);

    assertThat(times().quietMillis()).isEmpty();
  }

  @Test
  void aSpanIsOpenUntilTheGraceOfItsRootOrTheQuietPeriodIsOver() {
    record(1, 0, 3, true);
    record(1, 2_000, 1, false);
    record(2, 0, 4, false);

    // 3 spans for 10 s, one for 8 s, four without a root for 20 s.
    assertThat(times().meanOpenMillis()).isEqualTo((30_000 + 8_000 + 80_000) / 8.0);
    assertThat(times().bytesPerSpan()).isEqualTo(3 * 550 / 8.0);
  }

  @Test
  void aTraceAtTheEdgeOfTheSampleIsNotSeenAsAWhole() {
    Sample.Time time = new Sample.Time(100_000, 200_000, 200_000);

    assertThat(time.holds(119_999, 20_000)).isFalse();
    assertThat(time.holds(120_000, 20_000)).isTrue();
    assertThat(time.holds(160_000, 20_000)).isTrue();
    assertThat(time.holds(160_001, 20_000)).isFalse();
    assertThat(new Sample.Time(0, 200_000, 200_000).holds(0, 20_000)).isTrue();
  }
}
