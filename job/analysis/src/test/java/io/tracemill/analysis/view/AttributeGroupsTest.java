package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.ranktest.KruskalWallis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class AttributeGroupsTest {
  private static final List<String> CPUS = List.of("old", "new", "newer");

  /** Requests whose "db" runs on some CPU model that is slower by a factor. */
  private static List<KeptRequest> requests(
      int requests, int seed, ToDoubleFunction<String> slower) {
    Random random = new Random(seed);
    List<KeptRequest> all = new ArrayList<>();
    for (int id = 1; id <= requests; id++) {
      String cpu = CPUS.get(random.nextInt(CPUS.size()));
      double nanos = 1e6 * Math.exp(0.3 * random.nextGaussian()) * slower.applyAsDouble(cpu);
      all.add(
          Kept.of(
              trace(id)
                  .root("front", 0, 500_000 + (long) nanos)
                  .child("front", "db", 0, (long) nanos),
              new RequestAttribute("db", "cpu", cpu),
              new RequestAttribute("front", "version", "v1")));
    }
    return all;
  }

  private static List<AttributeGroups> groups(List<KeptRequest> requests) {
    return AttributeGroups.of(requests, Kept.RULES, 5);
  }

  @Test
  void aModelThatIsSlowerByASixthIsTheFirstGroup() {
    List<AttributeGroups> found = groups(requests(2_000, 1, cpu -> cpu.equals("old") ? 1.15 : 1));

    assertThat(found).hasSize(1);
    AttributeGroups cpu = found.get(0);
    assertThat(cpu.key()).isEqualTo("cpu");
    assertThat(cpu.frame().service()).isEqualTo("db");
    assertThat(cpu.pValue()).isLessThan(1e-6);
    assertThat(cpu.groups().get(0).value()).isEqualTo("old");
    assertThat(cpu.requests()).isEqualTo(2_000);
    assertThat((double) median(cpu, 0) / median(cpu, 1)).isCloseTo(1.15, within(0.06));
  }

  private static long median(AttributeGroups groups, int group) {
    return groups.groups().get(group).percentiles().p50().orElseThrow().value();
  }

  @Test
  void groupsThatDoNotDifferAreCalledDifferentAsOftenAsPromised() {
    int called = 0;
    for (int seed = 0; seed < 200; seed++) {
      called += groups(requests(100, seed, cpu -> 1)).get(0).pValue() < 0.05 ? 1 : 0;
    }

    assertThat(called).isBetween(2, 20);
  }

  @Test
  void onlyTheUniformPartOfASampleIsTestedAndWeightsKeepTheMean() {
    List<KeptRequest> all = requests(4_000, 3, cpu -> cpu.equals("old") ? 4 : 1);

    AttributeGroups found = groups(Kept.sample(all, 200)).get(0);

    AttributeGroups truth = groups(all).get(0);
    assertThat(found.tested()).isLessThan(found.requests());
    AttributeGroups.Group old = found.groups().get(0);
    assertThat(old.mean().error()).isPositive();
    assertThat(old.mean().value())
        .isCloseTo(truth.groups().get(0).mean().value(), within(4 * old.mean().error()));
    assertThat(old.basis().exact()).isFalse();
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
