package io.tracemill.analysis.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.RejectReason;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class QualityCountsTest {
  @Test
  void newCountsAreEmpty() {
    assertThat(new QualityCounts().isEmpty()).isTrue();
  }

  @Test
  void everyReasonHasItsOwnMeasure() {
    assertThat(Arrays.stream(RejectReason.values()).map(Measure::rejected))
        .doesNotHaveDuplicates()
        .allMatch(measure -> measure.name().startsWith("SPANS_REJECTED_"));
  }

  @Property
  void mergingIsCommutativeAndAssociative(
      @ForAll("counts") QualityCounts a,
      @ForAll("counts") QualityCounts b,
      @ForAll("counts") QualityCounts c) {
    assertThat(merged(a, b)).isEqualTo(merged(b, a));
    assertThat(merged(merged(a, b), c)).isEqualTo(merged(a, merged(b, c)));
  }

  @Property
  void mergingEmptyCountsChangesNothing(@ForAll("counts") QualityCounts counts) {
    assertThat(merged(counts, new QualityCounts())).isEqualTo(counts);
  }

  @Provide
  Arbitrary<QualityCounts> counts() {
    return Arbitraries.maps(Arbitraries.of(Measure.class), Arbitraries.longs())
        .ofMaxSize(6)
        .map(QualityCountsTest::of);
  }

  private static QualityCounts of(Map<Measure, Long> map) {
    QualityCounts counts = new QualityCounts();
    map.forEach(counts::add);
    return counts;
  }

  private static QualityCounts merged(QualityCounts a, QualityCounts b) {
    QualityCounts sum = a.copy();
    sum.merge(b);
    return sum;
  }
}
