package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.view.whatif.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuestionConverterTest {
  private final QuestionConverter converter = new QuestionConverter();

  @Test
  void theLastColonEndsThePlace() {
    assertThat(converter.convert("cart GET /a:b:-25%"))
        .isEqualTo(new Question("cart GET /a:b", 0.75, 0));
    assertThat(converter.convert("front -> cart:+10%"))
        .isEqualTo(new Question("front -> cart", 1.1, 0));
  }

  @Test
  void timesHaveUnits() {
    assertThat(converter.convert("cart:+1.5ms")).isEqualTo(new Question("cart", 1, 1_500_000));
    assertThat(converter.convert("cart:-2 us")).isEqualTo(new Question("cart", 1, -2_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cart", "cart:5ms", "cart:-5", ":-5%", "cart:-101%", "cart:+5min"})
  void whatIsNoQuestionIsRefused(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
