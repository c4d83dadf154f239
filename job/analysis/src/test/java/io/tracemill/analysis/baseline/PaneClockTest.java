package io.tracemill.analysis.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaneClockTest {
  private static final long PANE = 30_000;

  private final PaneClock clock = PaneClock.running(PANE);

  private void panes(int... ends) {
    for (int end : ends) {
      clock.begin(end * PANE);
    }
  }

  @Test
  void aWindowHasThePanesThatEndInIt() {
    panes(1, 2, 3, 4, 5);

    assertThat(clock.end(clock.first(3))).isEqualTo(3 * PANE);
    assertThat(clock.end(clock.firstOfLongest())).isEqualTo(PANE);
  }

  @Test
  void aPaneThatDidNotComeCountsInItsWindow() {
    panes(1, 2, 4, 5);

    assertThat(clock.end(clock.first(3))).isEqualTo(4 * PANE);
    assertThat(clock.end(clock.first(4))).isEqualTo(2 * PANE);
  }

  @Test
  void aWindowSpansNoGap() {
    panes(1, 2, 5, 6);

    assertThat(clock.end(clock.first(20))).isEqualTo(5 * PANE);
  }

  @Test
  void aSlotStaysThatOfItsPaneUntilItLeaves() {
    Map<Long, Integer> slots = new HashMap<>();
    for (int pane = 1; pane <= 3 * clock.size(); pane++) {
      panes(pane);
      slots.put(clock.now(), clock.newest());
      for (int column = 0; column < clock.size(); column++) {
        if (clock.end(column) != PaneClock.NEVER) {
          assertThat(clock.slot(column)).isEqualTo(slots.get(clock.end(column)));
        }
      }
    }
  }

  @Test
  void aMomentIsInTheFirstPaneThatEndsNoEarlier() {
    panes(1, 2, 3);

    assertThat(clock.end(clock.firstAt(2 * PANE))).isEqualTo(2 * PANE);
    assertThat(clock.end(clock.firstAt(2 * PANE + 1))).isEqualTo(3 * PANE);
    assertThat(clock.firstAt(3 * PANE + 1)).isEqualTo(clock.size());
  }
}
