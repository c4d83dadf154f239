package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class AnnouncementsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final Announcements announcements = new Announcements(Scenario.SLOW.from(START), START);

  @Test
  void aFaultIsAnnouncedWithItsTimeOnceWhenItStartsAndOnceWhenItEnds() {
    assertThat(announcements.until(START.plusSeconds(29))).isEmpty();
    assertThat(announcements.until(START.plusSeconds(30)))
        .containsExactly("00:00:30  fault     shipping takes 30 ms longer");
    assertThat(announcements.until(START.plusSeconds(119))).isEmpty();
    assertThat(announcements.until(START.plusSeconds(121)))
        .containsExactly("00:02:00  over      shipping takes 30 ms longer");
    assertThat(announcements.until(START.plusSeconds(1000))).isEmpty();
  }

  @Test
  void whoWaitsIsToldForWhat() {
    assertThat(announcements.outlook()).isEqualTo("the first fault comes at 00:00:30 UTC");
    assertThat(new Announcements(Schedule.QUIET, START).outlook())
        .isEqualTo("nothing will go wrong");
  }

  @Test
  void nothingIsLeftOutByALongPause() {
    assertThat(announcements.until(START.plusSeconds(1000))).hasSize(2);
  }
}
