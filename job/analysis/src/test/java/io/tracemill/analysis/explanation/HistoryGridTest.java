package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import org.junit.jupiter.api.Test;

/** Times are minutes. */
class HistoryGridTest {
  private static final long MINUTE = 60_000;
  private static final HistoryGrid GRID = HistoryGrid.of(MINUTE);

  @Test
  void aStretchIsAMinuteOfWholeSlidesOrASlideThatIsLonger() {
    assertThat(HistoryGrid.of(5_000).stretchMillis()).isEqualTo(MINUTE);
    assertThat(HistoryGrid.of(7_000).stretchMillis()).isEqualTo(63_000);
    assertThat(HistoryGrid.of(5 * MINUTE).stretchMillis()).isEqualTo(5 * MINUTE);
  }

  @Test
  void twentyStretchesAreKeptAtLeastAndSixBlocks() {
    assertThat(GRID.firstStretch(100 * MINUTE)).isEqualTo(80 * MINUTE);
    assertThat(GRID.firstStretch(109 * MINUTE)).isEqualTo(80 * MINUTE);
    assertThat(GRID.firstBlock(109 * MINUTE)).isEqualTo(20 * MINUTE);
  }

  @Test
  void aPaneIsForgottenWithItsBlock() {
    for (long pane = 100; pane < 110; pane++) {
      long forgotten = GRID.forgottenAt(pane * MINUTE);
      assertThat(GRID.firstBlock(forgotten)).isGreaterThan(GRID.block(pane * MINUTE));
      assertThat(GRID.firstBlock(forgotten - 1)).isEqualTo(GRID.block(pane * MINUTE));
      assertThat(forgotten - pane * MINUTE).isLessThanOrEqualTo(GRID.maxMillis());
    }
  }

  @Test
  void theStretchInWhichAChangeBeganIsAfterItOnlyWhereThereIsNoOther() {
    long since = 30 * MINUTE + 1;
    assertThat(GRID.after(since, 31 * MINUTE)).isEqualTo(minutes(30, 31));
    assertThat(GRID.after(since, 33 * MINUTE)).isEqualTo(minutes(31, 33));
    assertThat(GRID.after(30 * MINUTE, 31 * MINUTE)).isEqualTo(minutes(30, 31));
  }

  @Test
  void nothingIsLookedAtForLongerThanTenMinutes() {
    assertThat(GRID.after(30 * MINUTE, 90 * MINUTE)).isEqualTo(minutes(80, 90));
  }

  private static Period minutes(long from, long to) {
    return new Period(from * MINUTE, to * MINUTE);
  }
}
