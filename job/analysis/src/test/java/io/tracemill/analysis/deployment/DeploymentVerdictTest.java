package io.tracemill.analysis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.deployment.Deployment.Outcome;
import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Simulated rollouts of v2: heavy-tailed latencies of several endpoints, a load that both versions
 * share from second to second, and shares of endpoints and versions that drift.
 */
class DeploymentVerdictTest {
  private static final long PANE = 30_000;
  private static final double[] BASE_MILLIS = {3, 20, 80, 400};

  /**
   * What v2 does.
   *
   * @param ratio of its latency
   * @param errors its share of failures at normal load
   */
  private record Change(double ratio, double errors) {}

  private static final Change NOTHING = new Change(1, 0.01);

  /** A service and its traffic; the seed decides everything. */
  private static final class Simulation {
    private final SplittableRandom random;
    private final Change change;
    private final double perSecond;
    private final double shareAtEnd;
    private final double[] shares = new double[BASE_MILLIS.length];
    private double load;

    Simulation(long seed, Change change) {
      random = new SplittableRandom(seed);
      this.change = change;
      perSecond = random.nextDouble(3, 25);
      shareAtEnd = random.nextDouble(0.1, 0.9);
      for (int i = 0; i < shares.length; i++) {
        shares[i] = random.nextDouble(0.2, 1);
      }
    }

    Outcome outcome() {
      DeploymentWatch watch = new DeploymentWatch(List.of());
      for (int pane = 0; pane < 130; pane++) {
        double share = pane < 5 ? 0 : Math.min(shareAtEnd, 0.05 * (pane - 4));
        for (Deployment each :
            watch.pane(requests(pane * PANE, share), pane * PANE, (pane + 1) * PANE)) {
          if (each.verdict().isPresent()) {
            return each.verdict().get().outcome();
          }
        }
      }
      throw new AssertionError("no verdict");
    }

    private List<VersionedRequest> requests(long start, double share) {
      List<VersionedRequest> pane = new ArrayList<>();
      for (long second = start; second < start + PANE; second += 1_000) {
        load = 0.9 * load + 0.15 * random.nextGaussian();
        for (int i = 0; i < shares.length; i++) {
          shares[i] = Math.max(0.05, shares[i] + 0.02 * random.nextGaussian());
        }
        long count = Math.round(perSecond * Math.exp(load));
        for (long i = 0; i < count; i++) {
          pane.add(request(second, random.nextDouble() < share));
        }
      }
      return pane;
    }

    private VersionedRequest request(long millis, boolean changed) {
      int endpoint = endpoint();
      double tail = random.nextDouble() < 0.03 ? Math.pow(random.nextDouble(), -0.7) * 3 : 1;
      double nanos =
          BASE_MILLIS[endpoint]
              * 1e6
              * Math.exp(load + 0.4 * random.nextGaussian())
              * tail
              * (changed ? change.ratio() : 1);
      double errors = changed ? change.errors() : NOTHING.errors();
      boolean failed = random.nextDouble() < errors * Math.exp(load);
      return new VersionedRequest(
          Frame.of("shop", "GET /" + endpoint),
          millis,
          1,
          random.nextDouble(),
          1,
          List.of(
              new Part(
                  "shop",
                  "service.version",
                  List.of(changed ? "v2" : "v1"),
                  1,
                  (long) nanos,
                  failed)));
    }

    private int endpoint() {
      double sum = 0;
      for (double each : shares) {
        sum += each;
      }
      double at = random.nextDouble() * sum;
      int endpoint = 0;
      while (endpoint < shares.length - 1 && at >= shares[endpoint]) {
        at -= shares[endpoint++];
      }
      return endpoint;
    }
  }

  private static List<Outcome> outcomes(int count, long seed, Change change) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outcomes.add(new Simulation(seed + i, change).outcome());
    }
    return outcomes;
  }

  private static int count(List<Outcome> all, Outcome outcome) {
    return Collections.frequency(all, outcome);
  }

  @Test
  void atMostTwoPercentOfDeploymentsThatChangeNothingAreCalledBetterOrWorse() {
    List<Outcome> outcomes = outcomes(500, 1_000, NOTHING);

    assertThat(count(outcomes, Outcome.BETTER) + count(outcomes, Outcome.WORSE))
        .isLessThanOrEqualTo(10);
    assertThat(count(outcomes, Outcome.NO_DIFFERENCE)).isGreaterThan(450);
  }

  @Test
  void aSlowerVersionIsWorseAndAFasterOneBetter() {
    assertThat(count(outcomes(50, 7_000, new Change(1.3, 0.01)), Outcome.WORSE))
        .isGreaterThanOrEqualTo(45);
    assertThat(count(outcomes(50, 8_000, new Change(1 / 1.3, 0.01)), Outcome.BETTER))
        .isGreaterThanOrEqualTo(45);
  }

  @Test
  void aVersionThatFailsMoreOftenIsWorseEvenIfItIsFaster() {
    assertThat(count(outcomes(50, 9_000, new Change(1, 0.06)), Outcome.WORSE))
        .isGreaterThanOrEqualTo(35);
    List<Outcome> faster = outcomes(50, 9_500, new Change(0.7, 0.1));
    assertThat(count(faster, Outcome.WORSE)).isGreaterThanOrEqualTo(42);
    assertThat(count(faster, Outcome.BETTER)).isZero();
  }
}
