package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.TraceId;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1500, 1.5 us",
    "245000000, 245 ms",
    "245400000, 245 ms",
    "-12340000, -12.3 ms",
    "999600000, 1 s",
    "59970000000, 1 min",
    "1740000000000, 29 min",
    "21600000000000, 6 h",
    "3600000000000000, '1,000 h'"
  })
  void durationsHaveThreeDigits(long nanos, String text) {
    assertThat(Figures.duration(nanos)).isEqualTo(text);
  }

  @Test
  void twoDurationsHaveTheirUnitOnceWhereItIsTheSame() {
    assertThat(Figures.durations(150_000_000, 419_000_000)).isEqualTo("150 -> 419 ms");
    assertThat(Figures.durations(850_000, 1_200_000_000)).isEqualTo("850 us -> 1.2 s");
    assertThat(Figures.durations(0, 1_200_000_000)).isEqualTo("0 -> 1.2 s");
    assertThat(Figures.signedDuration(245_000_000)).isEqualTo("+245 ms");
    assertThat(Figures.signedDuration(-245_000_000)).isEqualTo("-245 ms");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.00001, <0.1 %",
    "0.001, 0.1 %",
    "0.03, 3 %",
    "0.0999, 10 %",
    "0.234, 23 %",
    "0.99, 99 %",
    "0.998, 99.8 %",
    "0.99999, 99.9 %",
    "1, 100 %"
  })
  void sharesAreNeverRoundedToNoneOrAll(double share, String text) {
    assertThat(Figures.percent(share)).isEqualTo(text);
  }

  @Test
  void momentsHaveTheirDateOnAnotherDay() {
    long midnight = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();

    assertThat(Figures.time(midnight, midnight + 60_000)).isEqualTo("00:00 UTC");
    assertThat(Figures.time(midnight - 60_000, midnight)).isEqualTo("2026-11-22 23:59 UTC");
  }

  @ParameterizedTest
  @CsvSource({
    "0.2, ''",
    "0.02, 'less than 1 in 10'",
    "0.00009, 'less than 1 in 10,000'",
    "1e-40, 'less than 1 in 1,000,000,000'"
  })
  void chanceIsAPowerOfTen(double p, String text) {
    assertThat(Figures.chance(p)).isEqualTo(text);
  }

  @Test
  void namesAreCutAndHaveNoControlCharacters() {
    assertThat(Figures.name("a\n\u001b[31mb\u2028c")).isEqualTo("a[31mbc");
    assertThat(Figures.name("x".repeat(100))).hasSize(80).contains("x...x");
    assertThat(Figures.name("cart " + "x".repeat(100) + " v2"))
        .startsWith("cart x")
        .endsWith("x v2");
    assertThat(Figures.shorten("\ud83d\ude00".repeat(9), 5))
        .isEqualTo("\ud83d\ude00...\ud83d\ude00");
  }

  @Test
  void anEmptyTemplateIsNoLink() {
    TraceId id = new TraceId(0, 255);

    assertThat(TraceLink.of("http://t/{traceId}?from={startMillis}&to={endMillis}", id, 1, 2))
        .contains("http://t/000000000000000000000000000000ff?from=1&to=2");
    assertThat(TraceLink.of("", id, 1, 2)).isEmpty();
  }
}
