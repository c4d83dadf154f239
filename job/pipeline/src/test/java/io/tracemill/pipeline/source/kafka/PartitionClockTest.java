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
  void theFirstRecordIsBelieved() {
    assertThat(clock.believe(NOON)).isEqualTo(NOON);
    assertThat(clock.jumped()).isFalse();
  }

  @Test
  void aLoneJumpCountsAtTheCurrentTime() {
    clock.believe(NOON);

    assertThat(clock.believe(NOON + HOUR + 1)).isEqualTo(NOON);
    assertThat(clock.jumped()).isTrue();
    assertThat(clock.believe(NOON + 1)).isEqualTo(NOON + 1);
    assertThat(clock.jumped()).isFalse();
  }

  @Test
  void aStepOfExactlyTheLimitIsNoJump() {
    clock.believe(NOON);

    assertThat(clock.believe(NOON + HOUR)).isEqualTo(NOON + HOUR);
  }

  @Test
  void recordsBehindAreBelievedAndDoNotTurnASettledClockBack() {
    settle(NOON);

    assertThat(clock.believe(NOON - 5 * HOUR)).isEqualTo(NOON - 5 * HOUR);
    assertThat(clock.believe(NOON + HOUR)).isEqualTo(NOON + HOUR);
  }

  @Test
  void theTwentiethThatAgreesIsBelieved() {
    clock.believe(NOON);

    for (int i = 1; i < AGREEING; i++) {
      assertThat(clock.believe(NOON + 5 * HOUR - i)).isEqualTo(NOON);
      assertThat(clock.jumped()).isTrue();
    }
    assertThat(clock.believe(NOON + 5 * HOUR)).isEqualTo(NOON + 5 * HOUR);
    assertThat(clock.jumped()).isFalse();
  }

  @Test
  void eachOrdinaryRecordSpeaksAgainstAJump() {
    clock.believe(NOON);
    jump(AGREEING - 1, NOON + 5 * HOUR);
    clock.believe(NOON + 1);

    jump(1, NOON + 5 * HOUR);

    assertThat(clock.jumped()).isTrue();
    assertThat(clock.believe(NOON + 5 * HOUR)).isEqualTo(NOON + 5 * HOUR);
  }

  /** The first record is of one sender whose clock is a year behind. */
  @Test
  void theMajorityOfSendersIsBelieved() {
    clock.believe(NOON - YEAR);
    for (int i = 0; i < AGREEING; i++) {
      clock.believe(NOON - YEAR);
      jump(2, NOON);
    }

    assertThat(clock.millis()).isEqualTo(NOON);
  }

  @Test
  void aMinorityInTheFutureIsNeverBelieved() {
    for (int i = 0; i < 10 * AGREEING; i++) {
      clock.believe(NOON + i);
      jump(1, NOON + YEAR);
      assertThat(clock.jumped()).isTrue();
    }
  }

  /** A gap of five hours, and one sender whose clock is a year ahead. */
  @Test
  void jumpsThatDisagreeSpeakAgainstOneAnother() {
    clock.believe(NOON);
    for (int i = 0; i < AGREEING; i++) {
      jump(2, NOON + 5 * HOUR);
      jump(1, NOON + YEAR);
    }

    assertThat(clock.millis()).isEqualTo(NOON + 5 * HOUR);
  }

  @Test
  void aRunThatDriftsFurtherThanTheLimitDoesNotAgree() {
    clock.believe(NOON);

    for (int i = 0; i < 10 * AGREEING; i++) {
      clock.believe(NOON + 5 * HOUR + i * (HOUR / (AGREEING - 2)));
      assertThat(clock.jumped()).isTrue();
    }
  }

  @Test
  void aFirstRecordFromTheFutureIsReplacedByTheNext() {
    clock.believe(NOON + YEAR);
    assertThat(clock.believe(NOON)).isEqualTo(NOON);
    assertThat(clock.millis()).isEqualTo(NOON);
    assertThat(clock.settled()).isFalse();

    assertThat(clock.believe(NOON + YEAR)).isEqualTo(NOON);
    assertThat(clock.jumped()).isTrue();
    assertThat(clock.believe(NOON)).isEqualTo(NOON);
    assertThat(clock.settled()).isTrue();
  }

  @Test
  void aRecordFromThePastChangesNothingOnceTheTimeIsSettled() {
    clock.believe(NOON);
    clock.believe(NOON + 1);
    clock.believe(NOON - YEAR);

    assertThat(clock.millis()).isEqualTo(NOON + 1);
    assertThat(clock.believe(NOON + HOUR)).isEqualTo(NOON + HOUR);
  }

  @Test
  void aGapThatTwentyAgreeOnSettlesTheTime() {
    clock.believe(NOON);
    jump(AGREEING, NOON + 5 * HOUR);

    assertThat(clock.settled()).isTrue();
    clock.believe(NOON);
    assertThat(clock.millis()).isEqualTo(NOON + 5 * HOUR);
  }

  @Test
  void aRecordWithoutTimeCountsAtTheCurrentTime() {
    assertThat(clock.believe(-1)).isZero();
    assertThat(clock.believe(NOON)).isEqualTo(NOON);
    assertThat(clock.believe(-1)).isEqualTo(NOON);
    assertThat(clock.jumped()).isFalse();
  }

  @Property
  void fewerThanTwentyRecordsNeverTakeTheClockFurtherThanTheLimitEach(
      @ForAll List<@LongRange(min = 0) Long> claims) {
    long believed = 0;
    clock.believe(0);

    for (long claim : claims.subList(0, Math.min(claims.size(), AGREEING - 1))) {
      believed = Math.max(believed, clock.believe(claim));
    }

    assertThat(believed).isBetween(0L, (AGREEING - 1) * HOUR);
  }

  @Property
  void aRecordIsEitherBelievedOrAJump(@ForAll List<@LongRange(min = 0) Long> claims) {
    for (long claim : claims) {
      long believed = clock.believe(claim);

      assertThat(clock.jumped()).isEqualTo(believed != claim);
      assertThat(believed).isLessThanOrEqualTo(claim);
    }
  }

  private void settle(long claimedMillis) {
    for (int i = 0; i < 2; i++) {
      clock.believe(claimedMillis);
    }
  }

  private void jump(int times, long claimedMillis) {
    for (int i = 0; i < times; i++) {
      clock.believe(claimedMillis);
    }
  }
}
