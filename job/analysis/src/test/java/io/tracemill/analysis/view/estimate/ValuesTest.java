package io.tracemill.analysis.view.estimate;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.view.Kept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ValuesTest {
  private static Values durations(List<KeptRequest> requests) {
    RequestWeights.Builder weights = new RequestWeights.Builder();
    requests.forEach(weights::add);
    return weights.build().of(requests.stream().mapToLong(KeptRequest::durationNanos).toArray());
  }

  private static KeptRequest request(long id, long nanos) {
    return Kept.of(trace(id).root("front", 0, nanos));
  }

  @Property
  void figuresOfAllRequestsAreExact(@ForAll @Size(min = 1, max = 40) List<Integer> numbers) {
    List<KeptRequest> requests = new ArrayList<>();
    for (int number : numbers) {
      requests.add(request(requests.size() + 1L, Math.abs((long) number)));
    }
    long[] sorted = requests.stream().mapToLong(KeptRequest::durationNanos).sorted().toArray();

    Values values = durations(requests);

    long median = sorted[(sorted.length + 1) / 2 - 1];
    assertThat(values.percentiles().p50())
        .isEqualTo(Optional.of(new Percentile(median, median, median)));
    assertThat(values.mean().error()).isZero();
    assertThat(values.sum().rounded()).isEqualTo(Arrays.stream(sorted).sum());
  }

  @Test
  void aPercentileOfASampleNeedsEnoughRequestsAndSomeThatReachIt() {
    List<KeptRequest> requests = new ArrayList<>();
    for (int id = 1; id <= 99; id++) {
      requests.add(Kept.weighted(request(id, id), 2, 0.5));
    }

    assertThat(durations(requests).percentiles().p95()).isPresent();
    assertThat(durations(requests).percentiles().p99()).isEmpty();
    assertThat(durations(requests.subList(0, 19)).percentiles().p50()).isEmpty();
    assertThat(durations(requests.subList(0, 20)).percentiles().p50()).isPresent();
  }

  /** Two hundred seeds, as if the ids of the same requests were others. */
  @Test
  void intervalsCoverTheTruthAsOftenAsPromised() {
    int means = 0;
    int medians = 0;
    int tails = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<KeptRequest> all = new ArrayList<>();
      for (int id = 1; id <= 3_000; id++) {
        all.add(request(10_000L * seed + id, (long) (1e6 * Math.exp(0.6 * random.nextGaussian()))));
      }
      Values truth = durations(all);
      Values estimate = durations(Kept.sample(all, 80));
      Estimate mean = estimate.mean();
      means += Math.abs(mean.value() - truth.mean().value()) <= 1.96 * mean.error() ? 1 : 0;
      medians += covers(estimate.percentiles().p50(), truth.percentiles().p50()) ? 1 : 0;
      tails += covers(estimate.percentiles().p95(), truth.percentiles().p95()) ? 1 : 0;
    }

    assertThat(means).as("means").isBetween(180, 196);
    assertThat(medians).as("medians").isBetween(180, 199);
    assertThat(tails).as("tails").isBetween(180, 199);
  }

  private final RequestWeights.Builder builder = new RequestWeights.Builder();
  private final Column column = new Column();

  private void add(double weight, long... values) {
    for (long value : values) {
      column.add(builder.add(Kept.weighted(request(1, 100), weight, 1)), value);
    }
  }

  @Test
  void figuresAreExactIfEveryRequestWasKept() {
    add(1, 5, 1, 4, 2, 3);
    Distribution found = column.of(builder.build()).distribution();
    assertThat(found.percentiles().p50()).contains(new Percentile(3, 3, 3));
    assertThat(found.percentiles().p99()).contains(new Percentile(5, 5, 5));
    assertThat(found.mean()).isEqualTo(Estimate.exact(3));
    assertThat(found.deviation()).isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  void eachValueStandsForAsManyAsItsWeight() {
    for (int i = 0; i < 10; i++) {
      add(100, 10, 20, 30);
    }
    add(1, 1_000, 2_000);
    Distribution found = column.of(builder.build()).distribution();
    assertThat(found.count()).isEqualTo(3_002);
    assertThat(found.kept()).isEqualTo(32);
    assertThat(found.percentiles().p50().orElseThrow().value()).isEqualTo(20);
    assertThat(found.percentiles().p99()).contains(new Percentile(30, 30, 2_000));
  }

  @Test
  void valuesOfOneRequestAreNotIndependent() {
    Column repeated = new Column();
    for (int i = 0; i < 40; i++) {
      add(10, i);
      for (int span = 0; span < 9; span++) {
        repeated.add(i, i);
      }
    }
    RequestWeights weights = builder.build();
    assertThat(repeated.of(weights).mean().error())
        .isCloseTo(column.of(weights).mean().error(), within(1e-9));
  }

  /** Samples of 40 requests of 4,000, with any values. */
  @Test
  void theIntervalOfASmallSampleCoversTheMedianToo() {
    Random random = new Random(1);
    int covered = 0;
    int coveredMeans = 0;
    for (int run = 0; run < 1_000; run++) {
      long[] all = random.doubles(4_000).mapToLong(x -> (long) (1e6 / (0.1 + x))).toArray();
      RequestWeights.Builder weights = new RequestWeights.Builder();
      Column some = new Column();
      for (int i = 0; i < 40; i++) {
        some.add(weights.add(Kept.weighted(request(1, 100), 100, 1)), all[i]);
      }
      Distribution found = some.of(weights.build()).distribution();
      Percentile median = found.percentiles().p50().orElseThrow();
      long exact = Arrays.stream(all).sorted().toArray()[1_999];
      covered += median.low() <= exact && exact <= median.high() ? 1 : 0;
      double mean = Arrays.stream(all).average().orElseThrow();
      coveredMeans += Math.abs(found.mean().value() - mean) <= 1.96 * found.mean().error() ? 1 : 0;
    }
    assertThat(covered).isBetween(940, 990);
    assertThat(coveredMeans).isBetween(900, 970);
  }

  private static boolean covers(Optional<Percentile> estimate, Optional<Percentile> truth) {
    long value = truth.orElseThrow().value();
    return estimate.orElseThrow().low() <= value && value <= estimate.orElseThrow().high();
  }
}
