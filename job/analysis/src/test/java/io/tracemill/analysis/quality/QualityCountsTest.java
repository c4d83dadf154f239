package io.tracemill.analysis.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

  @Test
  void unknownMeasuresAreRefused() {
    assertThatThrownBy(() -> read(new byte[] {1, 100, 1}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("100");
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll("counts") QualityCounts counts) throws IOException {
    assertThat(read(bytes(counts))).isEqualTo(counts).hasSameHashCodeAs(counts);
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

  private static byte[] bytes(QualityCounts counts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    counts.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static QualityCounts read(byte[] bytes) throws IOException {
    return QualityCounts.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
