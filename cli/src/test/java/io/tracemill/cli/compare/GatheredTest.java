package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class GatheredTest {
  private static final CohortSplit VERSIONS =
      new CohortSplit.ByAttribute(
          new AttributeValue("service.version", "v1"),
          new AttributeValue("service.version", "v2"),
          new Period(0, 960_000));
  private static final CohortSplit RANGES =
      new CohortSplit.ByTime(new Period(0, 60_000), new Period(60_000, 120_000));

  private static String notCompared(CohortSplit split, Map<Frame, Cohort> problem) {
    Map<Frame, Cohort> baseline = Map.of(Frame.of("shop", "buy"), new Cohort(List.of()));
    return new Gathered(split, new Cohorts(baseline, problem), 0, 0).notCompared();
  }

  @Test
  void ofRangesAnEndpointIsNotComparedThatIsOnOneSideOnly() {
    assertThat(notCompared(RANGES, Map.of()))
        .isEqualTo("Not compared: 1 endpoint with complete requests on one side only.");
  }

  @Test
  void ofVersionsAnEndpointIsNotComparedThatHasNoneOfBothAtTheSameTime() {
    assertThat(notCompared(VERSIONS, Map.of()))
        .isEqualTo("Not compared: 1 endpoint without complete requests of both at the same time.");
  }

  @Test
  void whereAllAreComparedNothingIsSaid() {
    Map<Frame, Cohort> same = Map.of(Frame.of("shop", "buy"), new Cohort(List.of()));
    assertThat(notCompared(VERSIONS, same)).isEmpty();
  }

  @Test
  void rangesWithoutATimeInCommonEndWithTheirLastSlices() {
    assertThat(
            Gathered.apart(
                new TreeMap<>(Map.of(0L, 7L, 50_000L, 9L)),
                new TreeMap<>(Map.of(60_000L, 1L)),
                10_000))
        .endsWith(
            "but from 1970-01-01T00:00:00Z to 1970-01-01T00:01:00Z"
                + " and from 1970-01-01T00:01:00Z to 1970-01-01T00:01:10Z");
  }
}
