package io.tracemill.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.TraceId;
import org.junit.jupiter.api.Test;

final class WantedTracesTest {
  private static final TraceId A = new TraceId(0, 1);
  private static final TraceId B = new TraceId(0, 2);
  private static final TraceId C = new TraceId(0, 3);

  private final KeepTotals totals = new KeepTotals();
  private final WantedTraces traces = new WantedTraces(2, 1, totals);

  @Test
  void aTraceIsWantedAndCountedOnceHoweverOftenItIsAskedFor() {
    traces.add(A, 10, true);
    traces.add(A, 20, true);

    assertThat(traces.admits(A, 5, 1)).isTrue();
    assertThat(traces.admits(A, 6, 1)).isTrue();
    assertThat(traces.contains(B)).isFalse();
    assertThat(traces.admits(B, 5, 1)).isFalse();
    assertThat(totals.asked).isEqualTo(1);
    assertThat(totals.found).isEqualTo(1);
    assertThat(totals.written).isEqualTo(1);
  }

  @Test
  void theOldestDecisionGoesFirstWhenThereIsNoRoom() {
    traces.add(A, 10, true);
    traces.add(B, 20, true);
    traces.add(A, 30, true);
    traces.add(C, 40, true);

    assertThat(traces.contains(A)).isTrue();
    assertThat(traces.contains(B)).isFalse();
    assertThat(totals.forgotten).isEqualTo(1);
  }

  @Test
  void whatIsOverTheBudgetIsLeftOutAsAWhole() {
    traces.add(A, 10, true);
    traces.add(B, 10, true);
    assertThat(traces.admits(A, 0, 60)).isTrue();

    assertThat(traces.admits(B, 0, 1)).isFalse();
    assertThat(traces.admits(B, 60_000, 1)).isFalse();
    assertThat(traces.admits(A, 1, 1)).isTrue();
    assertThat(totals.overBudget).isEqualTo(1);
    assertThat(totals.found).isEqualTo(2);
  }

  @Test
  void whatHasPassedWithoutASpanIsMissing() {
    traces.add(A, 10, true);
    traces.add(B, 20, true);
    traces.admits(B, 5, 1);

    traces.forgetBefore(20);
    assertThat(traces.contains(A)).isFalse();
    assertThat(traces.contains(B)).isTrue();
    traces.forgetBefore(21);
    assertThat(traces.contains(B)).isFalse();
    assertThat(totals.missing).isEqualTo(1);
  }

  @Test
  void whatAnEarlierRunWasAskedForCountsOnlyIfItIsFound() {
    traces.add(A, 10, false);
    traces.add(B, 10, false);
    traces.admits(A, 5, 1);
    traces.forgetBefore(100);

    assertThat(totals.asked).isEqualTo(1);
    assertThat(totals.found).isEqualTo(1);
    assertThat(totals.missing).isZero();
  }
}
