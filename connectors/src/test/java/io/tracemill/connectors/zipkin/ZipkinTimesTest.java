package io.tracemill.connectors.zipkin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ZipkinTimesTest {
  private final ZipkinTimes times = new ZipkinTimes();

  @Test
  void aTimestampAndADurationCountAlone() {
    times.timestamp(100);
    times.duration(10);
    times.annotation(50);
    times.annotation(500);

    assertTimes(100, 110);
  }

  @Test
  void withoutADurationTheLastAnnotationIsTheEnd() {
    times.timestamp(100);
    assertTimes(100, 100);

    times.annotation(90);
    assertTimes(100, 100);

    times.annotation(120);
    times.annotation(110);
    assertTimes(100, 120);
  }

  @Test
  void withoutATimestampTheFirstAnnotationIsTheStart() {
    times.annotation(120);
    times.annotation(110);
    times.annotation(0);
    times.annotation(-1);
    assertTimes(110, 120);

    times.duration(50);
    assertTimes(110, 160);
  }

  @Test
  void nothingTellsNoTimes() {
    assertTimes(0, 0);
  }

  @Test
  void aStartBefore1970IsItsOwnEnd() {
    times.timestamp(-5);

    assertTimes(-5, -5);
  }

  @Test
  void whatIsClearedIsForgotten() {
    times.timestamp(100);
    times.duration(10);
    times.annotation(500);
    times.clear();

    assertTimes(0, 0);
  }

  @Test
  void anEndBeyond64BitsIsTheFurthestThereIs() {
    times.timestamp(100);
    times.duration(Long.MAX_VALUE);
    assertTimes(100, Long.MAX_VALUE);

    times.duration(-5);
    assertTimes(100, 95);
  }

  private void assertTimes(long start, long end) {
    assertThat(times.startMicros()).isEqualTo(start);
    assertThat(times.endMicros()).isEqualTo(end);
  }
}
