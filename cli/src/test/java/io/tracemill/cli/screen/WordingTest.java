package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
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

  @Property
  void durationsFitTheirColumn(@ForAll @LongRange(min = 0, max = 86_400_000_000_000L) long nanos) {
    assertThat(Wording.duration(nanos).length()).isLessThanOrEqualTo(8);
  }

  @Property
  void sharesFitTheirColumn(@ForAll @DoubleRange(min = 0, max = 1) double share) {
    assertThat(Wording.percent(share).length()).isLessThanOrEqualTo(8);
  }

  @Test
  void timesHaveTheirDateOnAnotherDay() {
    assertThat(Wording.clock(Records.START, Records.START + 1)).isEqualTo("00:00:00");
    assertThat(Wording.clock(Records.START - 1, Records.START)).isEqualTo("2025-12-31 23:59:59");
    assertThat(Wording.minute(Records.START + 1)).isEqualTo("00:01");
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
