package io.tracemill.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.QualityScope.Endpoint;
import io.tracemill.analysis.quality.QualityScope.Job;
import io.tracemill.analysis.quality.QualityScope.Service;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QualityRecordsTest {
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
            new Endpoint(Frame.of("a", "y")));

    assertThat(ordered).isSorted();
    assertThat(ordered.stream().map(QualityScope::label).distinct())
        .containsExactly("job", "service", "endpoint");
  }

  private static QualityRecord job(QualityCounts counts) {
    return QualityRecords.of(new Job(), new Period(0, 1000), counts, Optional.empty());
  }
}
