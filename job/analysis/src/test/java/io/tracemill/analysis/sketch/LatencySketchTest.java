package io.tracemill.analysis.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class LatencySketchTest {

  @Property
  void quantilesAreWithinOnePercentOfExactOnes(
      @ForAll("durations") List<Long> durations, @ForAll @DoubleRange(min = 0, max = 1) double q) {
    LatencySketch sketch = of(durations);
    if (durations.isEmpty()) {
      assertThat(sketch.quantile(q)).isZero();
      return;
    }
    long rank = Math.max(1, (long) Math.ceil(q * durations.size() - 1e-9));
    long exact = durations.stream().sorted().toList().get((int) rank - 1);

    assertThat((double) sketch.quantile(q)).isCloseTo((double) exact, within(0.01 * exact + 0.5));
  }

  @Property
  void mergingIsAddingEverythingToOne(
      @ForAll("durations") List<Long> some, @ForAll("durations") List<Long> others)
      throws IOException {
    List<Long> all = new ArrayList<>(some);
    all.addAll(others);
    LatencySketch merged = of(some);
    merged.merge(of(others));
    LatencySketch turned = of(others);
    turned.merge(of(some));

    assertThat(bytes(merged)).isEqualTo(bytes(of(all))).isEqualTo(bytes(turned));
    assertThat(merged.count()).isEqualTo(all.size());
  }

  @Property
  void bytesMakeAnEqualSketch(@ForAll("durations") List<Long> durations) throws IOException {
    byte[] bytes = bytes(of(durations));

    LatencySketch read = LatencySketch.read(new DataInputStream(new ByteArrayInputStream(bytes)));

    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(read.count()).isEqualTo(durations.size());
    assertThat(read.quantile(0.9)).isEqualTo(of(durations).quantile(0.9));
  }

  @Property
  void binsAreVisitedInAscendingOrderAndHoldEverything(@ForAll("durations") List<Long> durations) {
    List<Integer> bins = new ArrayList<>();
    long[] total = new long[1];
    of(durations)
        .forEachBin(
            (bin, count) -> {
              bins.add(bin);
              total[0] += count;
            });

    assertThat(bins).isSorted().doesNotHaveDuplicates();
    assertThat(total[0]).isEqualTo(durations.size());
  }

  @Test
  void aMergedSketchSharesNothingWithItsSource() {
    LatencySketch source = of(List.of(10L));
    LatencySketch target = new LatencySketch();
    target.merge(source);
    source.add(10, 5);

    assertThat(target.count()).isEqualTo(1);
    assertThat(source.count()).isEqualTo(6);
  }

  @Test
  void zeroHasABinOfItsOwn() {
    LatencySketch sketch = of(List.of(0L, 0L, 0L, 7L));

    assertThat(sketch.quantile(0.75)).isZero();
    assertThat(sketch.quantile(0.76)).isEqualTo(7);
    assertThat(LatencySketch.valueOf(LatencySketch.ZERO_BIN)).isZero();
  }

  @Test
  void equalDurationsTakeOneBin() {
    LatencySketch sketch = new LatencySketch();
    for (int i = 0; i < 1000; i++) {
      sketch.add(123_456);
    }

    assertThat(sketch.binCount()).isEqualTo(1);
    assertThat(sketch.count()).isEqualTo(1000);
  }

  @Test
  void theRankOfAQuantileIsNotMovedByBinaryFractions() {
    assertThat(LatencySketch.nearestRank(0.55, 100)).isEqualTo(55);
    assertThat(LatencySketch.nearestRank(0.99, 100)).isEqualTo(99);
    assertThat(LatencySketch.nearestRank(0.99, 101)).isEqualTo(100);
    assertThat(LatencySketch.nearestRank(0, 100)).isEqualTo(1);
    assertThat(LatencySketch.nearestRank(0.5, 0)).isZero();
  }

  @Test
  void negativeDurationsAreRefused() {
    assertThatThrownBy(() -> new LatencySketch().add(-5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-5");
  }

  @Provide
  Arbitrary<List<Long>> durations() {
    Arbitrary<Long> spread = Arbitraries.longs().between(0, Long.MAX_VALUE);
    Arbitrary<Long> close = Arbitraries.longs().between(900_000, 1_100_000);
    Arbitrary<Long> small = Arbitraries.longs().between(0, 200);
    return Arbitraries.oneOf(spread, close, small).list().ofMaxSize(200);
  }

  private static LatencySketch of(List<Long> durations) {
    LatencySketch sketch = new LatencySketch();
    durations.forEach(sketch::add);
    return sketch;
  }

  private static byte[] bytes(LatencySketch sketch) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sketch.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
