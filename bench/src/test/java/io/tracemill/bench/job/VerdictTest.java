package io.tracemill.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples half a minute apart, of records of 500 spans: 1,000 records a second are 500,000. */
final class VerdictTest {
  private static final long SPEED = 500_000;
  private static final long SECONDS = 30;

  private final List<Sample> samples = new ArrayList<>();
  private long sent;
  private long heapBytes;
  private long watched;

  /** So many samples: that many records a second were sent since the last, and that is the lag. */
  private void samples(int count, long recordsPerSecond, long lag) {
    for (int i = 0; i < count; i++) {
      sent += recordsPerSecond * SECONDS;
      long spans = 500 * sent;
      samples.add(
          new Sample(
              (samples.size() + 1) * SECONDS * 1_000_000_000,
              new Sent(sent, spans, 0),
              sent - lag,
              0,
              0,
              0,
              heapBytes,
              0,
              0,
              new Sample.Metrics(heapBytes, 0, watched)));
    }
  }

  private Verdict verdict() {
    return new Verdict(samples);
  }

  @Test
  void aJobThatWasSlowInTheFirstThirdOnlyKeepsUp() {
    samples(3, 500, 20_000);
    samples(6, 1_000, 500);
    assertThat(verdict().keepsUp()).isTrue();
  }

  @Test
  void aJobThatReadsLessThanWasSentDoesNotKeepUp() {
    samples(4, 1_000, 1_000);
    for (int i = 1; i <= 5; i++) {
      samples(1, 1_000, 1_000 + 3_000 * i);
    }
    assertThat(verdict().keepsUp()).isFalse();
  }

  @Test
  void aPauseAtTheLastSampleIsNoLag() {
    samples(38, 1_000, 500);
    samples(1, 1_000, 9_000);
    assertThat(verdict().keepsUp()).isTrue();
  }

  @Test
  void aSenderBelowItsSpeedIsTooSlow() {
    samples(9, 970, 500);
    assertThat(verdict().keptSpeed(SPEED)).isFalse();
  }

  @Test
  void comparisonsInTheLastThirdOnlyAreTooLate() {
    samples(7, 1, 0);
    watched = 20;
    samples(2, 1, 0);
    assertThat(verdict().compared()).isFalse();
  }

  @Test
  void comparisonsBeforeTheLastThirdAreInTime() {
    samples(6, 1, 0);
    watched = 20;
    samples(3, 1, 0);
    assertThat(verdict().compared()).isTrue();
  }

  @Test
  void whatGrowsAtFirstAndStaysIsFlat() {
    heaps(10, 50, 90, 100, 101, 99, 104, 100, 102);
    assertThat(verdict().flat(Sample::heapBytes)).isTrue();
  }

  @Test
  void whatGoesOnGrowingIsNotFlat() {
    heaps(10, 20, 30, 40, 50, 60, 70, 80, 90);
    assertThat(verdict().flat(Sample::heapBytes)).isFalse();
  }

  private void heaps(int... bytes) {
    for (int each : bytes) {
      heapBytes = each;
      samples(1, 1, 0);
    }
  }
}
