package io.tracemill.analysis.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.quality.QualityScope.Endpoint;
import io.tracemill.analysis.quality.QualityScope.HostPair;
import io.tracemill.analysis.quality.QualityScope.Job;
import io.tracemill.analysis.quality.QualityScope.Service;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QualityReportTest {
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
