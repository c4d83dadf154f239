package io.tracemill.pipeline.monitor;

import static io.tracemill.pipeline.monitor.MonitorHarness.MINUTE;
import static io.tracemill.pipeline.monitor.MonitorHarness.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formula of the operations guide against what is in the state. */
class MonitorMemoryTest {
  private static final BaselineRules RULES = MonitorHarness.rules(3, 1).baseline();

  @Test
  void anEndpointHasNoMorePanesAndBlocksThanTheFormulaSays() throws Exception {
    try (var harness = started()) {
      int panes = 0;
      int blocks = 0;
      for (long minute = 0; minute < 60; minute++) {
        harness.feed(MonitorHarness.traffic(minute, 100, 1));
        panes = Math.max(panes, harness.stored("panes").size());
        blocks = Math.max(blocks, harness.stored("blocks").size());
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(panes).isEqualTo((int) RULES.maxPanes()).isEqualTo(7);
      assertThat(blocks).isEqualTo(RULES.maxBlocks() + 1).isEqualTo(9);
    }
  }

  @Test
  void anEndpointTakesNoMoreThanTheSlidesOfTheFormula() throws Exception {
    try (var harness = started()) {
      long largest = 0;
      long most = 0;
      for (long minute = 0; minute < 60; minute++) {
        var delta = MonitorHarness.traffic(minute, 100 + 10 * (minute % 7), 0);
        largest = Math.max(largest, delta.requests().weight());
        harness.feed(delta);
        most = Math.max(most, bytes(harness.stored("panes")) + bytes(harness.stored("blocks")));
        harness.processWatermark((minute + 1) * MINUTE);
      }
      assertThat(RULES.maxSlides()).isEqualTo(7 + 2 * 9 * 3);
      assertThat(most).isBetween(5 * largest, RULES.maxSlides() * largest);
    }
  }

  @Test
  void whatMayBecomeNormalTakesAsManyBlocksAgain() throws Exception {
    try (var harness = started(MonitorHarness.neverAccepting())) {
      harness.feedMinutes(0, 60, 100);
      assertThat(harness.stored("new-blocks")).isEmpty();
      int blocks = 0;
      for (long minute = 60; minute < 120; minute++) {
        harness.feedMinutes(minute, minute + 1, 200);
        blocks = Math.max(blocks, harness.stored("new-blocks").size());
      }
      assertThat(harness.stored("blocks")).hasSizeLessThanOrEqualTo(RULES.maxBlocks() + 1);
      assertThat(blocks).isEqualTo(RULES.maxBlocks() + 1);
      harness.feedMinutes(120, 130, 100);
      assertThat(harness.stored("new-blocks")).isEmpty();
    }
  }

  private static long bytes(List<EndpointAccumulator> stored) {
    return stored.stream().mapToLong(EndpointAccumulator::weight).sum();
  }
}
