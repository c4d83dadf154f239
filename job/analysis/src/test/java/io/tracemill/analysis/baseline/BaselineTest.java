package io.tracemill.analysis.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BaselineTest {
  @Property(tries = 300)
  void ofTimesEqualsTheSlowOne(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 100) int panes,
      @ForAll @IntRange(min = 1, max = 6) int window,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double prior) {
    RandomRow row = RandomRow.ofTimes(new Random(seed), panes);

    check(row, window, prior);
  }

  @Property(tries = 300)
  void ofSharesEqualsTheSlowOne(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 100) int panes,
      @ForAll @IntRange(min = 1, max = 6) int window,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double prior) {
    RandomRow row = RandomRow.ofShares(new Random(seed), panes);

    check(row, window, prior);
  }

  private static void check(RandomRow row, int window, double prior) {
    int first = row.clock().size() - window;
    SlowBaseline slow = SlowBaseline.of(row, first, window, prior);

    Baseline baseline = Baseline.of(row.row(), row.clock(), first, window, prior);

    assertThat(baseline.requests()).isEqualTo(slow.requests());
    assertThat(baseline.blocks()).isEqualTo(slow.blocks());
    assertThat(baseline.mean()).isCloseTo(slow.mean(), within(1e-6));
    assertThat(baseline.variance()).isCloseTo(slow.variance(), within(1e-6));
    assertThat(baseline.between()).isCloseTo(slow.between(), within(1e-4));
    assertThat(baseline.known()).isCloseTo(slow.known(), within(1e-9));
  }

  @Test
  void suspiciousPanesAreNotInIt() {
    PaneClock clock = RandomRow.clock30s();
    Row row = new Row(clock, 0, Row.Kind.CALL);
    for (int pane = 1; pane <= 4; pane++) {
      clock.begin(pane * 30_000L);
      row.begin(clock);
      row.count(clock.newest(), 10, pane);
    }
    row.suspect(clock, clock.size() - 2);

    assertThat(Baseline.of(row, clock, clock.size(), 1, 0.1).mean()).isEqualTo((1 + 2) / 20.0);
  }
}
