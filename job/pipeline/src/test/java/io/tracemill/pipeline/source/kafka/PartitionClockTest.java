package io.tracemill.pipeline.source.kafka;

import static io.tracemill.pipeline.source.kafka.PartitionClock.AGREEING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PartitionClockTest {
  private static final long HOUR = 3_600_000;
  private static final long YEAR = 365 * 24 * HOUR;
  private static final long NOON = YEAR + 12 * HOUR;

  private final PartitionClock clock = new PartitionClock(HOUR);

  @Test
  void aLoneJumpCountsAtTheCurrentTime() {
    believed(NOON);
    assertThat(clock.believe(NOON + HOUR + 1)).isEqualTo(NOON);
    believed(NOON + 1);
  }

  @Test
  void aStepOfTheLimitAndRecordsBehindAreBelieved() {
    believed(NOON);
    believed(NOON);
    believed(NOON - 5 * HOUR);
    believed(NOON + HOUR);
  }

  @Test
  void aFirstRecordFromTheFutureGivesWayToTheNext() {
    believed(NOON + YEAR);
    believed(NOON);
    assertThat(clock.believe(NOON + HOUR + 1)).isEqualTo(NOON);
  }

  @Test
  void theTwentiethInARowIsBelieved() {
    believed(NOON);
    jump(AGREEING - 1, NOON + 5 * HOUR);
    believed(NOON + 5 * HOUR - 1);
    believed(NOON + 6 * HOUR - 1);
  }

  @Test
  void anOrdinaryRecordEndsTheRow() {
    believed(NOON);
    jump(AGREEING - 1, NOON + 5 * HOUR);
    believed(NOON + 1);
    assertThat(clock.believe(NOON + 5 * HOUR)).isEqualTo(NOON + 1);
  }

  @Test
  void jumpsThatDisagreeAreNoRow() {
    believed(NOON);
    for (int i = 0; i < AGREEING; i++) {
      jump(1, NOON + 5 * HOUR);
      jump(1, NOON + YEAR);
    }
  }

  @Test
  void aRecordWithoutTimeCountsAtTheCurrentTime() {
    assertThat(clock.believe(-1)).isZero();
    believed(NOON);
    assertThat(clock.believe(-1)).isEqualTo(NOON);
    assertThat(clock.believe(Long.MAX_VALUE)).isEqualTo(NOON);
  }

  @Property
  void fewerThanTwentyRecordsNeverTakeTheClockFurtherThanTheLimitEach(
      @ForAll List<@LongRange(min = 0) Long> claims) {
    believed(0);
    for (long claim : claims.subList(0, Math.min(claims.size(), AGREEING - 1))) {
      assertThat(clock.believe(claim)).isBetween(0L, Math.min(claim, (AGREEING - 1) * HOUR));
    }
  }

  private void believed(long claimedMillis) {
    assertThat(clock.believe(claimedMillis)).isEqualTo(claimedMillis);
  }

  private void jump(int times, long claimedMillis) {
    for (int i = 0; i < times; i++) {
      assertThat(clock.believe(claimedMillis)).isEqualTo(NOON);
    }
  }
}
