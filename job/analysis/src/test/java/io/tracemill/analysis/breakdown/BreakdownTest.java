package io.tracemill.analysis.breakdown;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.RequestSample;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BreakdownTest {
  private static final List<String> CPUS = List.of("old", "new", "newer");

  /** Requests whose "db" runs on some CPU model that is slower by a factor. */
  private static RequestSample sample(int requests, int seed, ToDoubleFunction<String> slower) {
    EndpointAccumulator sum = new EndpointAccumulator(new ProfileLimits(100, 100, 10, 1_000));
    Random random = new Random(seed);
    for (int id = 0; id < requests; id++) {
      String cpu = CPUS.get(random.nextInt(CPUS.size()));
      double nanos = 1e6 * Math.exp(0.3 * random.nextGaussian()) * slower.applyAsDouble(cpu);
      sum.add(
          request(id)
              .attribute("db", "cpu", cpu)
              .attribute("front", "version", "v1")
              .call("front", 500_000)
              .below(0, "db", (long) nanos)
              .build());
    }
    return sum.sample();
  }

  @Test
  void aModelThatIsSlowerByASixthIsTheFirstGroup() {
    List<Breakdown> found = Breakdown.of(sample(2_000, 1, cpu -> cpu.equals("old") ? 1.15 : 1), 5);

    assertThat(found).hasSize(1);
    Breakdown cpu = found.get(0);
    assertThat(cpu.key()).isEqualTo("cpu");
    assertThat(cpu.frame().service()).isEqualTo("db");
    assertThat(cpu.pValue()).isLessThan(1e-6);
    assertThat(cpu.groups().get(0).value()).isEqualTo("old");
    assertThat(cpu.requests()).isEqualTo(2_000);
    assertThat((double) cpu.groups().get(0).p50Nanos() / cpu.groups().get(1).p50Nanos())
        .isCloseTo(1.15, within(0.06));
  }

  @Test
  void groupsThatDoNotDifferAreCalledDifferentAsOftenAsPromised() {
    int called = 0;
    for (int seed = 0; seed < 200; seed++) {
      called += Breakdown.of(sample(300, seed, cpu -> 1), 5).get(0).pValue() < 0.05 ? 1 : 0;
    }

    assertThat(called).isBetween(2, 20);
  }

  @Test
  void onlyTheUniformPartOfASampleIsTested() {
    EndpointAccumulator sum = new EndpointAccumulator(new ProfileLimits(100, 100, 10, 8));
    for (int id = 0; id < 4_000; id++) {
      sum.add(request(id).attribute("front", "pod", "p" + id % 2).call("front", 1_000_000).build());
    }
    for (int id = 4_000; id < 4_008; id++) {
      sum.add(request(id).attribute("front", "pod", "p0").call("front", 90_000_000).build());
    }

    List<Breakdown> found = Breakdown.of(sum.sample(), 5);

    // Of eight slow requests that were all kept, hardly one is in the uniform part.
    assertThat(found).allSatisfy(pod -> assertThat(pod.requests()).isLessThanOrEqualTo(9));
  }

  @Test
  void theTestAgreesWithAKnownExample() {
    double p =
        KruskalWallis.pValue(
            List.of(
                new long[] {27, 2, 4, 18, 7, 9},
                new long[] {20, 8, 14, 36, 21, 22},
                new long[] {34, 31, 3, 23, 30, 6}));

    assertThat(p).isCloseTo(0.2405, within(0.001));
  }
}
