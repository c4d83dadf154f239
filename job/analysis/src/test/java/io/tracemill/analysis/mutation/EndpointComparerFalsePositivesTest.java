package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.statistics.BenjaminiHochberg;
import io.tracemill.analysis.statistics.TestResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Healthy endpoints whose blocks have something in common, compared with themselves with fixed
 * seeds: of the families of one comparison at most 1 % may have a discovery.
 */
class EndpointComparerFalsePositivesTest {
  private static final double RATE = 0.01;
  private static final int TIMES = 120;
  private static final String[] FLOWS = {
    "shop(cart(db) pay(bank))", "shop(cart(cache))", "shop(cart(cache db))", "shop(cart)"
  };

  /** Any change is relevant, so that the tests alone keep the promise. */
  private static final MutationRules STRICT =
      new MutationRules(5, 1e-9, 1, OptionalLong.empty(), true, RATE, 50, List.of());

  @ParameterizedTest
  @CsvSource({
    "0,5,12,1",
    "0.05,5,12,1",
    "0.2,5,12,1",
    "0.05,15,12,1",
    "0,5,6,8",
    "0.2,5,6,8",
    "0.2,60,2,2",
    "0.2,60,4,4",
    "0.2,60,5,5",
    "0.2,60,5,8",
    "0.2,60,5,1"
  })
  void familiesKeepThePromise(double shared, int load, int blocksBefore, int blocksAfter) {
    assertKept(
        seed -> {
          List<Cohort.Block> all =
              healthy(seed, shared, load).blocks(blocksBefore + blocksAfter).blocks();
          return compare(
              new Cohort(all.subList(0, blocksBefore)),
              new Cohort(all.subList(blocksBefore, all.size())));
        });
  }

  @ParameterizedTest
  @CsvSource({"20,2", "2,20"})
  void familiesKeepThePromiseWhereLoadsDiffer(int before, int after) {
    assertKept(
        seed ->
            compare(healthy(seed, 0.1, before).blocks(7), healthy(-seed, 0.1, after).blocks(24)));
  }

  private static void assertKept(LongFunction<Comparison> bySeed) {
    int found = 0;
    int frozen = 0;
    for (int seed = 1; seed <= TIMES; seed++) {
      Comparison comparison = bySeed.apply(seed);
      found += discoveries(comparison) ? 1 : 0;
      frozen += comparison.likeness() == Likeness.ALIKE ? 0 : 1;
    }
    // At most one time in two thousand would as good tests fail this.
    double most = TIMES * RATE + 3.3 * Math.sqrt(TIMES * RATE);
    assertThat((double) found).as("found").isLessThanOrEqualTo(most);
    assertThat((double) frozen).as("frozen").isLessThanOrEqualTo(most);
  }

  private static boolean discoveries(Comparison comparison) {
    List<TestResult> tests =
        comparison.slide().trials().stream()
            .map(trial -> trial.window().testOfRelevance())
            .toList();
    return BenjaminiHochberg.of(tests, RATE).qValues().stream().anyMatch(q -> q <= RATE);
  }

  private static Shop healthy(long seed, double shared, int load) {
    Shop healthy = shop(seed).takes("pay->bank", 5).shared(shared);
    int part = 1;
    for (String flow : FLOWS) {
      healthy.flow(flow, load * part++);
    }
    return healthy;
  }

  private static Comparison compare(Cohort before, Cohort after) {
    return new EndpointComparer(STRICT, Shop.ROOMY)
        .compare(
            Shop.ENDPOINT, new Period(1000, 2000), new Period(0, 1000), before, after, after, 1);
  }
}
