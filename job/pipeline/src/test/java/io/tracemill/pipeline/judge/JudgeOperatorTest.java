package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.Chains;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Panes of 30 s, accounts of a minute. A fault begins after 20 minutes. */
class JudgeOperatorTest {
  private static final long PANE = 30_000;
  private static final long WARM = 40;

  private final Chains chains = new Chains(1);
  private final Frame checkout = chains.endpoint("checkout", 30, "front", "payment", "bank");
  private final List<Incident> found = new ArrayList<>();
  private final List<QualityDelta> accounts = new ArrayList<>();
  private OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness;
  private long pane;

  JudgeOperatorTest() throws Exception {
    harness = harness(DetectionRules.standard());
  }

  private static OneInputStreamOperatorTestHarness<PaneCounts, RoutedIncident> harness(
      DetectionRules rules) throws Exception {
    return new OneInputStreamOperatorTestHarness<>(new JudgeOperator(rules, 2 * PANE), 1, 1, 0);
  }

  @BeforeEach
  void open() throws Exception {
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void feed(List<PaneCounts> parts) throws Exception {
    for (PaneCounts part : parts) {
      harness.processElement(part, part.paneMillis());
    }
  }

  private void watermark(long millis) throws Exception {
    harness.processWatermark(millis);
    take();
  }

  /** Takes what came out. */
  private void take() {
    harness.extractOutputValues().forEach(routed -> found.add(routed.incident()));
    harness.getOutput().clear();
    var side = harness.getSideOutput(JudgeOperator.QUALITY);
    if (side != null) {
      side.stream().map(StreamRecord::getValue).forEach(accounts::add);
      side.clear();
    }
  }

  /** Feeds and judges so many panes. */
  private void panes(long count) throws Exception {
    for (long end = pane + count; pane < end; pane++) {
      feed(chains.pane(pane * PANE));
      watermark((pane + 1) * PANE);
    }
  }

  private void fault() throws Exception {
    panes(WARM);
    chains.slower(Chains.edge("payment", "bank"), 5);
    panes(6);
  }

  private long sum(Measure measure) {
    return accounts.stream().mapToLong(delta -> delta.counts().get(measure)).sum();
  }

  @Test
  void panesAreJudgedInOrderAndTheirPartsAddUp() throws Exception {
    Detector detector = new Detector(DetectionRules.standard());
    List<Incident> expected = new ArrayList<>();
    for (; pane < WARM + 10; pane += 2) {
      if (pane == WARM) {
        chains.slower(Chains.edge("payment", "bank"), 5);
      }
      PaneCounts first = chains.pane(pane * PANE).get(0);
      PaneCounts some = chains.pane((pane + 1) * PANE).get(0);
      PaneCounts others = chains.pane((pane + 1) * PANE).get(0);
      feed(List.of(some, first, others));
      watermark((pane + 1) * PANE - 1);
      expected.addAll(detector.judge((pane + 1) * PANE, List.of(first)).incidents());
      expected.addAll(detector.judge((pane + 2) * PANE, List.of(some.plus(others))).incidents());
      watermark((pane + 2) * PANE);
      feed(List.of(first)); // comes after its pane was judged
    }

    assertThat(found).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void whileAnIncidentIsOpenPanesWithoutRequestsAreJudgedToo() throws Exception {
    fault();
    assertThat(sum(Measure.INCIDENTS_OPEN)).isEqualTo(1);
    watermark(1_000 * PANE);

    assertThat(found.get(found.size() - 1).reason()).contains(Incident.EndReason.NO_TRAFFIC);
    assertThat(sum(Measure.INCIDENTS_OPEN)).isZero();
  }

  @Test
  void whatFiresAtTheEndOfInputStaysSo() throws Exception {
    fault();
    watermark(Long.MAX_VALUE);

    assertThat(found).extracting(Incident::status).containsOnly(Incident.Status.FIRING);
    assertThat(found.get(found.size() - 1).endMillis()).isEqualTo((WARM + 6) * PANE);
    assertThat(sum(Measure.INCIDENTS_OPEN)).isEqualTo(1);
  }

  @Test
  void theAccountsSayHowFarEachEndpointIsWatched() throws Exception {
    panes(WARM);
    assertThat(sum(Measure.JOB_WINDOWS_LEARNING) + sum(Measure.JOB_WINDOWS_WATCHING))
        .isEqualTo(WARM);
    chains.endpoint("checkout", 3, "front", "payment", "bank");
    pane += WARM;
    panes(1);

    assertThat(sum(Measure.JOB_WINDOWS_BLIND)).isEqualTo(1);
    assertThat(sum(Measure.JOB_WINDOWS_THIN)).isEqualTo(1);
    QualityDelta last =
        accounts.stream()
            .filter(delta -> delta.scope().equals(new QualityScope.Endpoint(checkout)))
            .reduce((one, next) -> next)
            .orElseThrow();
    assertThat(last.watch().flatMap(Watch::reason)).contains(Watch.Reason.FEW_REQUESTS);
    assertThat(last.paneMillis()).isEqualTo(2 * WARM * PANE);
  }

  @Test
  void aRestoreInTheMiddleChangesNothing() throws Exception {
    Detector detector = new Detector(DetectionRules.standard());
    List<Incident> expected = new ArrayList<>();
    for (; pane < WARM + 20; pane++) {
      switch ((int) (pane - WARM)) {
        case 0 -> chains.slower(Chains.edge("payment", "bank"), 5);
        case 10 -> chains.healthy();
        default -> {}
      }
      List<PaneCounts> counts = chains.pane(pane * PANE);
      expected.addAll(detector.judge((pane + 1) * PANE, counts).incidents());
      feed(counts);
      if (pane % 4 == 1) {
        restart(DetectionRules.standard());
      }
      watermark((pane + 1) * PANE);
    }

    assertThat(found).isNotEmpty().isEqualTo(expected);
    assertThat(sum(Measure.INCIDENTS_OPEN)).isZero();
  }

  private void restart(DetectionRules rules) throws Exception {
    var state = harness.snapshot(pane, pane);
    harness.close();
    harness = harness(rules);
    harness.initializeState(state);
    harness.open();
  }

  @Test
  void withPanesOfAnotherLengthAllIsForgottenAndTheAccountsSaySo() throws Exception {
    fault();
    restart(DetectionRules.standard().withPane(5_000));
    found.clear();
    panes(1);

    assertThat(found).isEmpty();
    assertThat(sum(Measure.INCIDENTS_OPEN)).isZero();
  }
}
