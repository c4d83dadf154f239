package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnnouncementsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final Announcements announcements =
      new Announcements(Scenario.SLOW_SERVICE.from(START), START);

  @Test
  void aFaultIsAnnouncedWithItsTimeOnceWhenItStartsAndOnceWhenItEnds() {
    assertThat(announcements.until(START.plusSeconds(59))).isEmpty();
    assertThat(announcements.until(START.plusSeconds(60)))
        .containsExactly("00:01:00  fault     shipping takes 30 ms longer");
    assertThat(announcements.until(START.plusSeconds(179))).isEmpty();
    assertThat(announcements.until(START.plusSeconds(181)))
        .containsExactly("00:03:00  over      shipping takes 30 ms longer");
    assertThat(announcements.until(START.plusSeconds(1000))).isEmpty();
  }

  @Test
  void theTimeUntilTheFirstFaultIsToldUntilItComes() {
    assertThat(announcements.outlook(START))
        .contains("the job is learning; the first fault comes in 60 s, at 00:01:00 UTC");
    assertThat(announcements.outlook(START.plusSeconds(41)).orElseThrow()).contains("in 20 s");
    assertThat(announcements.outlook(START.plusSeconds(60))).isEmpty();
    assertThat(new Announcements(List.of(), START).outlook(START))
        .contains("this scenario has no fault");
  }

  @Test
  void nothingIsLeftOutByALongPause() {
    assertThat(announcements.until(START.plusSeconds(1000))).hasSize(2);
  }
}
