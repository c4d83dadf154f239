package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class SpeedConverterTest {
  private final Pace.SpeedConverter converter = new Pace.SpeedConverter();

  @Test
  void aSpeedIsAFactorOrMax() {
    assertThat(converter.convert("1x")).isEqualTo(1.0);
    assertThat(converter.convert("0.25x")).isEqualTo(0.25);
    assertThat(converter.convert("max")).isEqualTo(Pace.MAX);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "x", "0x", "0.000x", "-1x", "1e9x", "fast", "maxx"})
  void anythingElseIsRefusedWithWhatIsAllowed(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("10x");
  }
}
