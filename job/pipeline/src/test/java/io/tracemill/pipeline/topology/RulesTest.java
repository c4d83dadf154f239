package io.tracemill.pipeline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.pipeline.aggregate.CountRules;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.monitor.MonitorRules;
import org.junit.jupiter.api.Test;

final class RulesTest {
  @Test
  void theStandardRulesAreTheDefaultsOfTheConfiguration() {
    TracemillConfig defaults = TracemillConfig.defaults();

    assertThat(Rules.detection(defaults)).isEqualTo(DetectionRules.standard());
    assertThat(Rules.explanation(defaults)).isEqualTo(ExplanationRules.standard());
    assertThat(Rules.counts(defaults))
        .isEqualTo(CountRules.every(30_000, DetectionRules.standard().scale()));
  }

  @Test
  void withoutDetectionNothingIsCountedAndNoHistoryIsKept() {
    TracemillConfig config = TracemillConfig.defaults().with(ChangeKeys.CHANGES_ENABLED, false);
    MonitorRules monitor = Rules.monitor(config);

    assertThat(Rules.counts(config)).isEqualTo(CountRules.OFF);
    assertThat(monitor.explains()).isFalse();
    assertThat(monitor.maxSlides()).isEqualTo(3 * 6);
    assertThat(Rules.monitor(TracemillConfig.defaults()).maxSlides()).isEqualTo(3 * 6 + 31);
  }
}
