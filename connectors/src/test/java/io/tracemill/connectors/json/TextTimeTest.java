package io.tracemill.connectors.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.Slice;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TextTimeTest {
  private static Slice slice(String text) {
    Slice slice = new Slice();
    slice.set(text);
    return slice;
  }

  @Property
  void timesAreReadAsJavaReadsThem(
      @ForAll @LongRange(min = -2_000_000_000L, max = 9_000_000_000L) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    Instant instant = Instant.ofEpochSecond(seconds, nanos);

    assertThat(TextTime.nanos(slice(instant.toString())))
        .isEqualTo(seconds * 1_000_000_000 + nanos);
  }

  @Property
  void durationsAreReadAsJavaReadsThem(
      @ForAll @LongRange(min = 0, max = 2_000_000_000) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    String text = "%d.%09d".formatted(seconds, nanos).replaceAll("\\.?0*$", "") + "s";

    assertThat(TextTime.durationNanos(slice(text.equals("s") ? "0s" : text)))
        .isEqualTo(Duration.parse("PT" + (text.equals("s") ? "0s" : text)).toNanos());
  }

  @Test
  void rareFormsAreReadToo() {
    assertThat(TextTime.nanos(slice("1970-01-01T01:00:00.5+01:00"))).isEqualTo(500_000_000);
    assertThat(TextTime.nanos(slice("1970-01-01t00:00:01z"))).isEqualTo(1_000_000_000);
    assertThat(TextTime.durationNanos(slice("-1.5s"))).isEqualTo(-1_500_000_000);
  }

  @Test
  void whatIsNoTimeIsRefused() {
    for (String text :
        List.of("2023-13-01T00:00:00Z", "2023-02-30T00:00:00Z", "2023-01-01T00:00:00", "x", "")) {
      assertThatThrownBy(() -> TextTime.nanos(slice(text))).isInstanceOf(DateTimeException.class);
    }
    for (String text : List.of("s", ".s", "1xs", "1.5")) {
      assertThatThrownBy(() -> TextTime.durationNanos(slice(text)))
          .isInstanceOf(DateTimeException.class);
    }
  }
}
