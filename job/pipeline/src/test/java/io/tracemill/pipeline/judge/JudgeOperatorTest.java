package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Panes of 30 s, accounts of a minute. Times are panes. */
class JudgeOperatorTest {
  private static final long PANE = 30_000;
  private static final Frame SLOW = Frame.of("slow", "op");
  private static final Frame CART = Frame.of("cart", "op");

  private static OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness()
      throws Exception {
    return harness(DetectionRules.standard());
  }

  private static OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness(
      DetectionRules rules) throws Exception {
    return new OneInputStreamOperatorTestHarness<>(
        new JudgeOperator(rules, 2 * PANE, ScriptedDetection::new), 1, 1, 0);
  }

  private static void feed(
      OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness,
      Frame endpoint,
      long pane,
      long spans)
      throws Exception {
    harness.processElement(
        PaneCounts.of(endpoint, pane * PANE, new PaneCounts.Evidence(spans, 0, 0)), pane * PANE);
  }

  /** Ends of panes, and contributions. */
  private static List<List<Long>> found(
      OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness) {
    return harness.extractOutputValues().stream()
        .map(RoutedIncident::incident)
        .map(found -> List.of(found.endMillis() / PANE, found.contributionNanos()))
        .toList();
  }

  private static List<QualityDelta> accounts(
      OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness) {
    Queue<StreamRecord<QualityDelta>> records = harness.getSideOutput(JudgeOperator.QUALITY);
    List<QualityDelta> deltas = new ArrayList<>();
    if (records != null) {
      records.forEach(record -> deltas.add(record.getValue()));
    }
    return deltas;
  }

  private static long open(OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness) {
    return accounts(harness).stream()
        .mapToLong(delta -> delta.counts().get(Measure.INCIDENTS_OPEN))
        .sum();
  }

  @Test
  void panesAreJudgedInOrderWhenTheyAreOverAndTheirPartsAddUp() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 1, 5);
      feed(harness, SLOW, 0, 1);
      feed(harness, SLOW, 0, 2);
      harness.processWatermark(PANE - 1);
      assertThat(found(harness)).isEmpty();
      harness.processWatermark(2 * PANE);
      assertThat(found(harness)).containsExactly(List.of(1L, 3L), List.of(2L, 8L));
    }
  }

  @Test
  void whileAnIncidentIsOpenPanesWithoutRequestsAreJudgedToo() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 0, 1);
      harness.processWatermark(2 * PANE);
      assertThat(found(harness)).hasSize(2);
      assertThat(open(harness)).isEqualTo(1);
      harness.processWatermark(1_000 * PANE);

      assertThat(harness.extractOutputValues())
          .extracting(routed -> routed.incident().status())
          .containsExactly(
              Incident.Status.FIRING,
              Incident.Status.FIRING,
              Incident.Status.FIRING,
              Incident.Status.RESOLVED);
      assertThat(open(harness)).isZero();
    }
  }

  @Test
  void whatFiresAtTheEndOfInputStaysSo() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 0, 1);
      feed(harness, CART, 2, 1);
      harness.processWatermark(Long.MAX_VALUE);

      assertThat(found(harness)).as("and no pane behind the last").hasSize(3);
      assertThat(open(harness)).isEqualTo(1);
    }
  }

  @Test
  void whatComesAfterItsPaneWasJudgedIsDropped() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 1, 1);
      harness.processWatermark(2 * PANE);
      feed(harness, SLOW, 0, 100);
      feed(harness, SLOW, 2, 1);
      harness.processWatermark(3 * PANE);
      assertThat(found(harness)).containsExactly(List.of(2L, 1L), List.of(3L, 2L));
    }
  }

  @Test
  void allRecordsOfAnIncidentGoToItsFirstEndpoint() throws Exception {
    Frame other = Frame.of("slow", "other");
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 0, 1);
      feed(harness, other, 1, 1);
      harness.processWatermark(2 * PANE);
      assertThat(harness.extractOutputValues())
          .extracting(RoutedIncident::endpoint)
          .containsExactly(SLOW, SLOW);
    }
  }

  @Test
  void theAccountsSayHowFarEachEndpointIsWatched() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, CART, 2, 1);
      feed(harness, CART, 3, 1);
      harness.processWatermark(4 * PANE);

      assertThat(accounts(harness)).extracting(QualityDelta::paneMillis).containsOnly(2 * PANE);
      QualityDelta sum =
          accounts(harness).stream()
              .filter(delta -> delta.scope().equals(new QualityScope.Endpoint(CART)))
              .reduce(QualityDelta::plus)
              .orElseThrow();
      assertThat(sum.watch().flatMap(Watch::reason)).contains("few-requests");
      assertThat(sum.watch().orElseThrow().untilMillis()).hasValue(4 * PANE);
      QualityDelta job =
          accounts(harness).stream()
              .filter(delta -> delta.scope().equals(new QualityScope.Job()))
              .reduce(QualityDelta::plus)
              .orElseThrow();
      assertThat(job.counts().get(Measure.JOB_WINDOWS_BLIND)).isEqualTo(2);
      assertThat(job.counts().get(Measure.JOB_WINDOWS_THIN)).isEqualTo(2);
    }
  }

  @Test
  void aRestoreInTheMiddleChangesNothing() throws Exception {
    assertThat(results(true)).hasSizeGreaterThan(20).isEqualTo(results(false));
  }

  private static List<RoutedIncident> results(boolean disturbed) throws Exception {
    List<RoutedIncident> results = new ArrayList<>();
    var harness = harness();
    harness.open();
    for (int pane = 0; pane < 40; pane++) {
      feed(harness, pane % 9 < 3 ? SLOW : CART, pane, pane);
      if (disturbed && pane % 4 == 1) {
        OperatorSubtaskState state = harness.snapshot(pane, pane);
        results.addAll(harness.extractOutputValues());
        harness.close();
        harness = harness();
        harness.initializeState(state);
        harness.open();
      }
      harness.processWatermark(pane * PANE);
    }
    harness.processWatermark(Long.MAX_VALUE);
    results.addAll(harness.extractOutputValues());
    harness.close();
    return results;
  }

  @Test
  void endpointsThatDidNotChangeAreNotWrittenAgain() throws Exception {
    try (var harness = harness()) {
      harness.open();
      feed(harness, CART, 0, 1);
      feed(harness, SLOW, 0, 1);
      harness.processWatermark(PANE);
      ScriptedDetection.written = 0;
      harness.snapshot(1, 1);
      assertThat(ScriptedDetection.written).isEqualTo(2);
      harness.snapshot(2, 2);
      assertThat(ScriptedDetection.written).isEqualTo(2);
      feed(harness, CART, 1, 1);
      harness.processWatermark(2 * PANE);
      harness.snapshot(3, 3);
      assertThat(ScriptedDetection.written).isEqualTo(3);
    }
  }

  @Test
  void withPanesOfAnotherLengthAllIsForgottenAndTheAccountsSaySo() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      feed(harness, SLOW, 0, 1);
      harness.processWatermark(PANE);
      assertThat(open(harness)).isEqualTo(1);
      state = harness.snapshot(1, 1);
    }
    DetectionRules standard = DetectionRules.standard();
    DetectionRules shorter =
        new DetectionRules(
            5_000,
            standard.alarmsPerWeek(),
            standard.minRequests(),
            standard.acceptAfterMillis(),
            standard.minEffect(),
            standard.page());
    try (var harness = harness(shorter)) {
      harness.initializeState(state);
      harness.open();
      feed(harness, CART, 1, 1);
      harness.processWatermark(2 * PANE);
      assertThat(found(harness)).isEmpty();
      assertThat(open(harness)).isEqualTo(-1);
    }
  }

  @Test
  void stateOfAnotherBuildIsRefused() {
    assertThatThrownBy(
            () -> JudgeState.read(List.of(new byte[] {1, 0}), getClass().getClassLoader()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--fresh");
  }
}
