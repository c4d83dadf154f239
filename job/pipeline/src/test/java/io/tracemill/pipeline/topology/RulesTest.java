package io.tracemill.pipeline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.endpoint.EndpointRules;
import org.junit.jupiter.api.Test;

final class RulesTest {
  @Test
  void theStandardRulesAreTheDefaultsOfTheConfiguration() {
    TracemillConfig defaults = TracemillConfig.defaults();

    assertThat(Rules.detection(defaults)).isEqualTo(DetectionRules.standard());
    assertThat(Rules.explanation(defaults)).isEqualTo(ExplanationRules.standard());
    assertThat(Rules.sums(defaults).scale()).isEqualTo(DetectionRules.standard().scale());
  }

  @Test
  void withoutDetectionNoHistoryIsKept() {
    TracemillConfig config = TracemillConfig.defaults().with(Keys.CHANGES_ENABLED, false);
    EndpointRules endpoint = Rules.endpoint(config);

    assertThat(endpoint.explains()).isFalse();
    assertThat(endpoint.maxPanes()).isEqualTo(11);
    assertThat(Rules.endpoint(TracemillConfig.defaults()).maxPanes()).isEqualTo(51);
  }
}
