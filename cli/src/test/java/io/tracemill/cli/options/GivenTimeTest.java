package io.tracemill.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GivenTimeTest {
  /** An hour ahead of UTC in winter. */
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static final Instant END = Instant.parse("2026-11-23T14:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-11-23T14:05:00Z, 2026-11-23T14:05:00Z",
    "2026-11-23T14:05+02:00, 2026-11-23T12:05:00Z",
    "2026-11-23 14:05:30, 2026-11-23T13:05:30Z",
    "2026-07-01T14:05, 2026-07-01T12:05:00Z",
    "15:30, 2026-11-23T14:30:00Z",
    "15:31, 2026-11-22T14:31:00Z",
    "14:30:00Z, 2026-11-23T14:30:00Z",
    "14:31Z, 2026-11-22T14:31:00Z",
    "00:10:20, 2026-11-22T23:10:20Z",
    "15m ago, 2026-11-23T14:15:00Z",
    "90s ago, 2026-11-23T14:28:30Z",
    "now, 2026-11-23T14:30:00Z",
  })
  void aTimeIsAnInstantGivenAZoneAndTheEndOfTheData(String text, Instant expected) {
    assertThat(GivenTime.of(text).at(BERLIN, END)).isEqualTo(expected);
  }

  @Test
  void onlyLocalTimesNeedAZone() {
    assertThat(GivenTime.of("14:05").needsZone()).isTrue();
    assertThat(GivenTime.of("2026-11-23 14:05").needsZone()).isTrue();
    assertThat(GivenTime.of("2026-11-23T14:05:00Z").needsZone()).isFalse();
    assertThat(GivenTime.of("14:05Z").needsZone()).isFalse();
    assertThat(GivenTime.of("5m ago").needsZone()).isFalse();
  }

  @Test
  void onlyTimesWithoutADateNeedTheEndOfTheData() {
    assertThat(List.of("14:05", "14:05Z", "5m ago", "now"))
        .allSatisfy(text -> assertThat(GivenTime.of(text).needsEnd()).isTrue());
    assertThat(List.of("2026-11-23 14:05", "2026-11-23T14:05:00Z"))
        .allSatisfy(text -> assertThat(GivenTime.of(text).needsEnd()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "25:00", "2026-11-23", "2026-11-31 14:05", "5 ago", "ago"})
  void whatIsNoTimeIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> GivenTime.of(text))
        .hasMessage("'%s' is no time; write it like %s", text, GivenTime.EXAMPLES);
  }
}
