package io.tracemill.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.view.whatif.Question;
import io.tracemill.pipeline.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfChangeTest {
  @Test
  void theLastColonEndsThePlace() {
    assertThat(WhatIfChange.of("cart GET /a:b:-25%"))
        .isEqualTo(new Question("cart GET /a:b", 0.75, 0));
    assertThat(WhatIfChange.of("front -> cart:+10%"))
        .isEqualTo(new Question("front -> cart", 1.1, 0));
  }

  @Test
  void timesHaveUnits() {
    assertThat(WhatIfChange.of("cart:+1.5ms")).isEqualTo(new Question("cart", 1, 1_500_000));
    assertThat(WhatIfChange.of("cart:-2 us")).isEqualTo(new Question("cart", 1, -2_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cart", "cart:5ms", "cart:-5", ":-5%", "cart:-101%", "cart:+5min"})
  void whatIsNoChangeIsRefused(String text) {
    assertThatThrownBy(() -> WhatIfChange.of(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
