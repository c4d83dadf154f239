package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PaceTest {
  private static final long FIRST = 1_700_000_000_000L;

  private final List<Long> sleptMillis = new ArrayList<>();
  private long nowNanos = -17;
  private boolean going = true;

  /** A clock that moves by sleeping alone. */
  private Pace pace(double factor) {
    return new Pace(
        factor,
        () -> nowNanos,
        nanos -> {
          nowNanos += nanos;
          sleptMillis.add(nanos / 1_000_000);
          return going;
        });
  }

  @Test
  void atItsOwnSpeedEventTimePassesLikeTime() throws InterruptedException {
    Pace pace = pace(1);
    for (long seconds : new long[] {0, 1, 1, 4}) {
      assertThat(pace.await(FIRST + 1000 * seconds)).isTrue();
    }

    assertThat(sleptMillis).containsExactly(0L, 1000L, 0L, 3000L);
  }

  @Test
  void atTenTimesItsSpeedItTakesATenth() throws InterruptedException {
    Pace pace = pace(10);
    pace.await(FIRST);
    pace.await(FIRST + 7_200_000);

    assertThat(sleptMillis).containsExactly(0L, 720_000L);
  }

  @Test
  void atFullSpeedNothingIsWaitedFor() throws InterruptedException {
    Pace pace = pace(Double.POSITIVE_INFINITY);
    pace.await(FIRST);
    pace.await(FIRST + Integer.MAX_VALUE);

    assertThat(sleptMillis).containsOnly(0L);
  }

  @Test
  void whoFellBehindCatchesUp() throws InterruptedException {
    Pace pace = pace(1);
    pace.await(FIRST);
    nowNanos += 2_500_000_000L;
    for (long seconds : new long[] {1, 2, 3}) {
      pace.await(FIRST + 1000 * seconds);
    }

    assertThat(sleptMillis).containsExactly(0L, 0L, 0L, 500L);
  }

  @Test
  void aPaceThatIsCalledOffSaysSo() throws InterruptedException {
    Pace pace = pace(1);
    assertThat(pace.await(FIRST)).isTrue();
    going = false;

    assertThat(pace.await(FIRST)).isFalse();
  }
}
