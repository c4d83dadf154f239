package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {
  private static final KeptRequest REQUEST = KeptTraces.of(TraceSpec.trace().root("a", 0, 100));

  private final Requests requests = new Requests();
  private final Durations durations = new Durations(requests);

  private void add(double weight, long... values) {
    for (long value : values) {
      durations.add(requests.add(KeptTraces.weighing(REQUEST, weight)), value);
    }
  }

  @Test
  void figuresAreExactIfEveryRequestWasKept() {
    add(1, 5, 1, 4, 2, 3);
    Figures found = durations.figures();
    assertThat(found.p50()).contains(new Percentile(3, 0));
    assertThat(found.p99()).contains(new Percentile(5, 0));
    assertThat(found.meanNanos()).isEqualTo(3);
    assertThat(found.meanErrorNanos()).isZero();
    assertThat(found.stddevNanos()).isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  void eachDurationStandsForAsManyRequestsAsItsWeight() {
    for (int i = 0; i < 10; i++) {
      add(100, 10, 20, 30);
    }
    add(1, 1_000, 2_000);
    Figures found = durations.figures();
    assertThat(found.count()).isEqualTo(3_002);
    assertThat(found.sampled()).isEqualTo(32);
    assertThat(found.p50().orElseThrow().nanos()).isEqualTo(20);
    assertThat(found.p99()).as("fewer than 100 requests").isEmpty();
  }

  @Test
  void spansOfOneRequestAreNotIndependent() {
    Requests few = new Requests();
    Durations repeated = new Durations(few);
    for (int i = 0; i < 40; i++) {
      add(10, i);
      int request = few.add(KeptTraces.weighing(REQUEST, 10));
      for (int span = 0; span < 9; span++) {
        repeated.add(request, i);
      }
    }
    assertThat(repeated.figures().meanErrorNanos())
        .isCloseTo(durations.figures().meanErrorNanos(), within(1e-9));
  }

  /** Samples of 40 requests of 4,000, with any values. */
  @Test
  void theErrorCoversTheMedianNineteenTimesOfTwenty() {
    Random random = new Random(1);
    int covered = 0;
    int coveredMeans = 0;
    for (int run = 0; run < 1_000; run++) {
      long[] all = random.doubles(4_000).mapToLong(x -> (long) (1e6 / (0.1 + x))).toArray();
      Requests sample = new Requests();
      Durations some = new Durations(sample);
      for (int i = 0; i < 40; i++) {
        some.add(sample.add(KeptTraces.weighing(REQUEST, 100)), all[i]);
      }
      Figures found = some.figures();
      Percentile median = found.p50().orElseThrow();
      long exact = Arrays.stream(all).sorted().toArray()[1_999];
      covered += Math.abs(median.nanos() - exact) <= median.errorNanos() ? 1 : 0;
      double mean = Arrays.stream(all).average().orElseThrow();
      coveredMeans += Math.abs(found.meanNanos() - mean) <= 1.96 * found.meanErrorNanos() ? 1 : 0;
    }
    assertThat(covered).isBetween(940, 990);
    assertThat(coveredMeans).isBetween(900, 970);
  }
}
