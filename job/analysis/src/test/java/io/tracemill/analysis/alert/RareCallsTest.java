package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.call;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Verdict;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that few requests make, or nearly all of them, of ten endpoints together. */
class RareCallsTest {
  private static final int TIMES = 3000;
  private static final Subject CALL = call("cart", "db");
  private static final SystemTrials TRIALS = new SystemTrials(rules().mutations());

  /** The part of comparisons that reject a rise, or a fall, at a level. */
  private static double rejected(
      CallTraffic traffic, double shareNow, boolean rose, double level, int times) {
    Random random = new Random(7);
    int rejected = 0;
    for (int i = 0; i < times; i++) {
      Verdict verdict = TRIALS.of(traffic.slides(random, CALL, shareNow)).get(0).trial().window();
      if (verdict.rose() == rose && verdict.test().p() <= level) {
        rejected++;
      }
    }
    return (double) rejected / times;
  }

  /** Half of the level is for each direction. */
  @ParameterizedTest
  @CsvSource({
    "0.005, 0",
    "0.01, 0",
    "0.03, 0",
    "0.1, 0",
    "0.3, 0",
    "0.7, 0",
    "0.97, 0",
    "0.99, 0",
    "0.01, 0.3",
    "0.03, 0.3",
    "0.1, 0.3",
    "0.9, 0.3",
    "0.97, 0.3",
    "0.99, 0.3"
  })
  void healthySharesKeepThePromiseInEitherDirection(double share, double spread) {
    CallTraffic traffic = new CallTraffic(10, 30, share, spread);
    for (double level : new double[] {0.01, 0.05}) {
      double half = level / 2;
      double chance = 3.3 * Math.sqrt(half * (1 - half) / TIMES);

      for (boolean rose : new boolean[] {false, true}) {
        double rejected = rejected(traffic, share, rose, level, TIMES);
        assertThat(rejected).as("rose: %s, at %s", rose, level).isLessThan(half + chance);
      }
    }
  }

  @Test
  void rareCallsThatAreNoLongerMadeAreMissed() {
    CallTraffic traffic = new CallTraffic(20, 30, 0.03, 0);

    assertThat(rejected(traffic, 0, false, 0.01, 100)).isGreaterThan(0.9);
  }

  @Test
  void commonCallsThatAllRequestsMakeNowAreSeen() {
    CallTraffic traffic = new CallTraffic(20, 30, 0.97, 0);

    assertThat(rejected(traffic, 1, true, 0.01, 100)).isGreaterThan(0.9);
  }
}
