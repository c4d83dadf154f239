package io.tracemill.pipeline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.MutationKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RulesTest {
  private static BaselineRules baseline(String window, String baseline) {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.PROFILES_SLIDE, Duration.parse(window))
            .with(Keys.PROFILES_WINDOW, Duration.parse(window))
            .with(MutationKeys.MUTATIONS_BASELINE, Duration.parse(baseline))
            .checked();
    return Rules.monitor(config).baseline();
  }

  @Test
  void aBaselineIsAsManyWholeWindowsAsItHolds() {
    assertThat(baseline("PT5M", "PT1H").maxBlocks()).isEqualTo(12);
    assertThat(baseline("PT7M", "PT1H").maxBlocks()).isEqualTo(8);
  }

  @Test
  void aBaselineIsSixWindowsAtLeastAndNoMoreThanCanBeMergedAtEverySlide() {
    assertThat(baseline("PT15M", "PT1H").maxBlocks()).isEqualTo(6);
    assertThat(baseline("PT1S", "PT1H").maxBlocks()).isEqualTo(720);
  }

  @Test
  void nobodyWaitsForMoreThanABaselineHolds() {
    assertThat(baseline("PT1S", "PT1H").minMillis()).isEqualTo(720_000);
    assertThat(baseline("PT5M", "PT1H").minMillis()).isEqualTo(900_000);
  }
}
