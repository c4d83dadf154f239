package io.tracemill.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MinuteBudgetTest {
  private static final long MINUTE = 60_000;

  private final MinuteBudget budget = new MinuteBudget(10);

  @Test
  void aMinuteHasRoomForSixtyTimesASecond() {
    budget.spend(MINUTE, 599);
    assertThat(budget.hasRoom(2 * MINUTE - 1)).isTrue();
    budget.spend(2 * MINUTE - 1, 1);
    assertThat(budget.hasRoom(MINUTE)).isFalse();
  }

  @Test
  void minutesCountAloneInWhateverOrderTheyAreRead() {
    budget.spend(5 * MINUTE, 10_000);
    assertThat(budget.hasRoom(6 * MINUTE)).isTrue();
    assertThat(budget.hasRoom(4 * MINUTE)).isTrue();
    assertThat(budget.hasRoom(5 * MINUTE)).isFalse();
  }

  @Test
  void theOldestMinuteIsForgottenAfterAWeek() {
    budget.spend(0, 600);
    for (int minute = 1; minute <= 7 * 24 * 60; minute++) {
      assertThat(budget.hasRoom(0)).isFalse();
      budget.spend(minute * MINUTE, 1);
    }
    assertThat(budget.hasRoom(0)).isTrue();
  }
}
