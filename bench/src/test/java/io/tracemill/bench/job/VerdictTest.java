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
              new Sent(sent, spans, spans, 0),
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

  private List<String> behind() {
    return verdict().behind(SPEED);
  }

  @Test
  void whatWasSlowInTheFirstThirdOnlyKeepsUp() {
    samples(3, 500, 20_000);
    samples(6, 1_000, 500);
    assertThat(behind()).isEmpty();
  }

  @Test
  void aJobThatReadsLessThanWasSentHasFallenBehind() {
    samples(4, 1_000, 1_000);
    for (int i = 1; i <= 5; i++) {
      samples(1, 1_000, 1_000 + 3_000 * i);
    }

    assertThat(behind())
        .satisfiesExactly(
            complaint -> assertThat(complaint).contains("THE JOB", "read 90.0 %"),
            complaint -> assertThat(complaint).contains("LAG GREW", "10,000 records (10.0 s)"));
  }

  @Test
  void aJobThatFallsBehindInTheEndHasFallenBehind() {
    samples(36, 1_000, 500);
    samples(3, 1_000, 1_500);

    assertThat(behind())
        .singleElement()
        .asString()
        .contains("LAG GREW", "1,500 records (1.5 s)", "middle third is 500");
  }

  @Test
  void aPauseAtTheLastSampleIsNoLag() {
    samples(38, 1_000, 500);
    samples(1, 1_000, 9_000);
    assertThat(behind()).isEmpty();
  }

  @Test
  void aSenderBelowItsSpeedHasFallenBehind() {
    samples(9, 970, 500);
    assertThat(behind())
        .singleElement()
        .asString()
        .contains("THE SENDER", "485,000 spans/s", "97.0 % of --speed");
  }

  @Test
  void comparisonsInTheLastThirdOnlyAreTooLate() {
    samples(7, 1, 0);
    watched = 20;
    samples(2, 1, 0);
    assertThat(verdict().notCompared()).get().asString().contains("NOTHING WAS COMPARED");
  }

  @Test
  void comparisonsBeforeTheLastThirdAreInTime() {
    samples(6, 1, 0);
    watched = 20;
    samples(3, 1, 0);
    assertThat(verdict().notCompared()).isEmpty();
  }

  @Test
  void whatGrowsAtFirstAndStaysIsFlat() {
    heaps(10, 50, 90, 100, 101, 99, 104, 100, 102);
    assertThat(verdict().flat(Sample::heapBytes, 0.05)).isTrue();
  }

  @Test
  void whatGoesOnGrowingIsNotFlat() {
    heaps(10, 20, 30, 40, 50, 60, 70, 80, 90);
    assertThat(verdict().flat(Sample::heapBytes, 0.1)).isFalse();
  }

  private void heaps(int... bytes) {
    for (int each : bytes) {
      heapBytes = each;
      samples(1, 1, 0);
    }
  }
}
