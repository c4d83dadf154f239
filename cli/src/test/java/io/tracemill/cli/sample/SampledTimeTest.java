package io.tracemill.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SampledTimeTest {
  private static final TopicPartition BUSY = new TopicPartition("spans", 0);
  private static final TopicPartition QUIET = new TopicPartition("spans", 1);

  private final SampledTime time = new SampledTime();

  @BeforeEach
  void sample() {
    time.add(BUSY, 500);
    time.add(BUSY, 800);
    time.add(QUIET, 100);
    time.add(QUIET, 700);
  }

  @Test
  void itBeginsWhereTheShortestSampleOfOlderRecordsDoes() {
    assertThat(time.stretch(new PartsRead(Set.of(BUSY, QUIET), Set.of()), 900))
        .isEqualTo(new Stretch(500, 800, 900, true));
  }

  @Test
  void aPartitionThatWasReadFromItsBeginningSaysNothingOfWhatWasBefore() {
    assertThat(time.stretch(new PartsRead(Set.of(), Set.of()), 900))
        .isEqualTo(new Stretch(100, 800, 900, false));
  }

  @Test
  void itEndsWhereTheFirstPartitionWasGivenUp() {
    assertThat(time.stretch(new PartsRead(Set.of(QUIET), Set.of(QUIET)), 900))
        .isEqualTo(new Stretch(100, 700, 700, true));
  }
}
