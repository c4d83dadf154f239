package io.tracemill.analysis.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.layer.Percentile.Sampled;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PercentileTest {
  private static List<Sampled> sample(double weight, float... values) {
    List<Sampled> sample = new ArrayList<>();
    for (float value : values) {
      sample.add(new Sampled(value, weight));
    }
    return sample;
  }

  @Test
  void itIsExactIfEveryRequestWasSampled() {
    assertThat(Percentile.of(sample(1, 5, 1, 4, 2, 3), 0.5)).isEqualTo(new Percentile(3, 0, 5));
    assertThat(Percentile.of(sample(1, 1, 2, 3, 4), 0.5)).isEqualTo(new Percentile(2, 0, 4));
    assertThat(Percentile.of(sample(1, 1, 2, 3, 4), 0.99)).isEqualTo(new Percentile(4, 0, 4));
    assertThat(Percentile.of(List.of(), 0.5)).isEqualTo(new Percentile(0, 0, 0));
  }

  @Test
  void eachValueStandsForAsManyRequestsAsItsWeight() {
    List<Sampled> sample = sample(100, 10, 20, 30);
    sample.addAll(sample(1, 1_000, 2_000));
    assertThat(Percentile.of(sample, 0.5).nanos()).isEqualTo(20);
    assertThat(Percentile.of(sample, 0.99).nanos()).isEqualTo(30);
    assertThat(Percentile.of(sample, 1).nanos()).isEqualTo(2_000);
  }

  /** Samples of 40 requests of 4,000, with any values. */
  @Test
  void theErrorCoversTheMedianAtLeastNineteenTimesOfTwenty() {
    Random random = new Random(1);
    int covered = 0;
    for (int run = 0; run < 1_000; run++) {
      double[] all = random.doubles(4_000).map(x -> 1e6 / (0.1 + x)).toArray();
      List<Sampled> sample = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        sample.add(new Sampled((float) all[i], 100));
      }
      double exact = Arrays.stream(all).sorted().toArray()[1_999];
      Percentile found = Percentile.of(sample, 0.5);
      covered += Math.abs(found.nanos() - exact) <= found.errorNanos() ? 1 : 0;
    }
    assertThat(covered).isBetween(950, 999);
  }

  @Test
  void aGroupSamplesTheSmallestHashesOfEachStratum() {
    LayerSums sums = new LayerSums();
    LayerFiller filler = new LayerFiller(0);
    for (int request = 0; request < 1_000; request++) {
      long nanos = request % 100 == 7 ? 500_000_000 + request : 10_000_000 + 100 * request;
      TraceSpec spec = TraceSpec.trace(request + 1L).root("a", 0, nanos);
      filler.add(AnalyzedTrees.of(spec, 0).tree(), sums);
    }
    GroupSums group = sums.orders().values().iterator().next();
    List<Integer> all = List.copyOf(group.requestsByStratum().keySet());
    Percentile median = group.percentile(0, all, 0.5);
    assertThat(median.sampled()).isEqualTo(2 * RowSample.MAX_ROWS);
    assertThat(Math.abs(median.nanos() - 10_050_000)).isLessThanOrEqualTo(median.errorNanos());

    List<Integer> slow = List.of(LatencyStrata.numberOf(500_000_000));
    assertThat(group.percentile(0, slow, 0.5).nanos()).isBetween(500_000_000L, 500_001_000L);
    TraceId exemplar = group.exemplar(0, slow).orElseThrow();
    assertThat(exemplar.low() % 100).isEqualTo(8);
    assertThat(group.exemplar(0, List.of(1))).isEmpty();
  }
}
