package io.tracemill.analysis.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.quality.QualityScope.Endpoint;
import io.tracemill.analysis.quality.QualityScope.HostPair;
import io.tracemill.analysis.quality.QualityScope.Job;
import io.tracemill.analysis.quality.QualityScope.Service;
import io.tracemill.analysis.span.Frame;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QualityReportTest {
  private static final EnumSet<Measure> SPAN_OUTCOMES =
      EnumSet.range(Measure.SPANS_USED, Measure.SPANS_REJECTED_PARENT_CYCLE);

  @Test
  void everyOutcomeOfASpanIsPartOfTheAccount() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.SPANS_DECODED, SPAN_OUTCOMES.size());
    SPAN_OUTCOMES.forEach(outcome -> counts.add(outcome, 1));

    assertThat(job(counts).spansAddUp()).isTrue();
  }

  @Test
  void aSpanWithoutOutcomeUnbalancesTheAccount() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.SPANS_DECODED, 1);

    assertThat(job(counts).spansAddUp()).isFalse();
    assertThat(job(counts).recordsAddUp()).isTrue();
  }

  @Test
  void aRecordIsDecodedOrDeadLettered() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.RECORDS_RECEIVED, 3);
    counts.add(Measure.RECORDS_DECODED, 2);
    assertThat(job(counts).recordsAddUp()).isFalse();

    counts.add(Measure.RECORDS_DEAD_LETTERED, 1);
    assertThat(job(counts).recordsAddUp()).isTrue();
  }

  @Test
  void aReportKeepsItsCountsWhenTheAccumulatorGoesOn() {
    QualityCounts counts = new QualityCounts();
    QualityReport report = job(counts);
    counts.add(Measure.CLOCK_JUMPS, 1);

    assertThat(report.counts().isEmpty()).isTrue();
  }

  @Test
  void measuresOfAnotherKindOfScopeAreRefused() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.REQUESTS, 1);

    assertThatThrownBy(() -> job(counts)).hasMessageContaining("REQUESTS");
  }

  @ParameterizedTest
  @EnumSource
  void theJobCountsTheStatesOfItsEndpoints(WatchState state) {
    assertThat(Measure.jobWindows(state)).hasToString("JOB_WINDOWS_" + state);
    assertThat(Measure.jobWindows(state).isOf(QualityScope.Kind.JOB)).isTrue();
  }

  @Test
  void scopesAreOrderedByKindThenByName() {
    List<QualityScope> ordered =
        List.of(
            new Job(),
            new Service("a"),
            new Service("b"),
            new Endpoint(Frame.of("a", "x")),
            new Endpoint(Frame.of("a", "y")),
            new HostPair("h1", "h2"),
            new HostPair("h2", "h1"),
            new QualityScope.ServicePair("a", "b"));

    assertThat(ordered).isSorted();
    assertThat(ordered.stream().map(QualityScope::label).distinct())
        .containsExactly("job", "service", "endpoint", "host-pair", "service-pair");
  }

  private static QualityReport job(QualityCounts counts) {
    return new QualityReport(new Job(), 0, 1000, counts);
  }
}
