package io.tracemill.pipeline.source.kafka;

import static io.tracemill.pipeline.source.kafka.PartitionClock.AGREEING;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SubtaskClocksTest {
  private static final long HOUR = 3_600_000;
  private static final long YEAR = 365 * 24 * HOUR;
  private static final long NOON = YEAR + 12 * HOUR;

  private final SubtaskClocks clocks = new SubtaskClocks(HOUR);

  @Test
  void partitionsThatAgreeSettleTogether() {
    believe(0, NOON, AGREEING / 2);
    believe(1, NOON + HOUR, AGREEING / 2 - 1);
    assertThat(settled(0)).isFalse();
    assertThat(settled(1)).isFalse();

    believe(2, NOON - HOUR, 1);

    assertThat(settled(0)).isTrue();
    assertThat(settled(2)).isTrue();
    assertThat(settled(1)).as("two hours ahead of one of them").isFalse();
  }

  @Test
  void aSettledPartitionSettlesTheFirstRecordOfAnother() {
    believe(0, NOON, AGREEING);
    believe(1, NOON + HOUR, 1);

    assertThat(settled(1)).isTrue();
  }

  @Test
  void aPartitionThatIsHoursBehindCountsToo() {
    believe(0, NOON, AGREEING);
    believe(1, NOON - 5 * HOUR, 1);

    assertThat(settled(1)).isTrue();
  }

  @Test
  void aLoneTimeInTheFutureNeedsItsOwnVotes() {
    believe(0, NOON, AGREEING);
    believe(1, NOON + YEAR, AGREEING - 1);
    assertThat(settled(1)).isFalse();

    believe(1, NOON + YEAR, 1);
    assertThat(settled(1)).isTrue();
  }

  @Test
  void wrongTimesInManyPartitionsDoNotOutvoteMoreThatAreRight() {
    for (int partition = 0; partition < 100; partition++) {
      believe(partition, partition % 3 == 0 ? NOON + YEAR : NOON, 1);
    }

    assertThat(settled(0)).isFalse();
    assertThat(settled(1)).isTrue();
  }

  @Test
  void aPartitionWhoseRecordsStateNoTimeIsNeverSettled() {
    believe(0, NOON, AGREEING);
    believe(1, -1, AGREEING);

    assertThat(settled(1)).isFalse();
  }

  private void believe(int partition, long claimedMillis, int times) {
    for (int i = 0; i < times; i++) {
      clocks.of(spans(partition)).believe(claimedMillis);
    }
  }

  private boolean settled(int partition) {
    return clocks.of(spans(partition)).settled();
  }

  private static TopicPartition spans(int partition) {
    return new TopicPartition("spans", partition);
  }
}
