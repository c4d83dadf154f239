package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class WordingTest {
  @Test
  void bytesHaveThreeDigitsThatMatter() {
    assertThat(Wording.bytes(900)).isEqualTo("900 B");
    assertThat(Wording.bytes(45_300)).isEqualTo("45.3 kB");
    assertThat(Wording.bytes(999_900_000)).isEqualTo("1.0 GB");
    assertThat(Wording.bytes(Long.MAX_VALUE)).endsWith(" TB");
  }

  @Test
  void durationsHaveThreeDigits() {
    assertThat(Wording.duration(0)).isEqualTo("0.00 ms");
    assertThat(Wording.duration(1_234_567)).isEqualTo("1.23 ms");
    assertThat(Wording.duration(9_996_000)).isEqualTo("10.0 ms");
    assertThat(Wording.duration(45_678_901)).isEqualTo("45.7 ms");
    assertThat(Wording.duration(789_000_000)).isEqualTo("789 ms");
    assertThat(Wording.duration(12_345_000_000L)).isEqualTo("12.3 s");
  }

  @Property
  void durationsFitTheirColumn(@ForAll @LongRange(min = 0, max = 86_400_000_000_000L) long nanos) {
    assertThat(Wording.duration(nanos).length()).isLessThanOrEqualTo(10);
  }

  @Test
  void percentagesRoundNeitherToNothingNorToAll() {
    assertThat(Wording.percent(0)).isEqualTo("0 %");
    assertThat(Wording.percent(0.001)).isEqualTo("<1 %");
    assertThat(Wording.percent(0.61)).isEqualTo("61 %");
    assertThat(Wording.percent(0.9999)).isEqualTo(">99 %");
    assertThat(Wording.percent(1)).isEqualTo("100 %");
  }

  @Test
  void longNamesKeepBothEnds() {
    assertThat(Wording.shorten("GET /a/very/long/path/to/things", 15)).isEqualTo("GET /a...things");
  }

  @Property
  void shortenedNamesFit(@ForAll String name, @ForAll @IntRange(min = 3, max = 120) int width) {
    assertThat(Wording.shorten(name, width).length()).isLessThanOrEqualTo(width);
  }
}
