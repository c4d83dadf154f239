package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ElasticNetTest {
  private static double objective(double[][] columns, double[] label, double[] w, double alpha) {
    double means = 0;
    for (double value : label) {
      means += value / label.length;
    }
    double sum = 0;
    for (int row = 0; row < label.length; row++) {
      double error = label[row] - means;
      for (int j = 0; j < w.length; j++) {
        error -= w[j] * (columns[j][row] - ElasticNet.mean(columns[j]));
      }
      sum += error * error / 2 / label.length;
    }
    for (double each : w) {
      sum += alpha * (0.5 * Math.abs(each) + 0.25 * each * each);
    }
    return sum;
  }

  @Property(tries = 200)
  void noOtherCoefficientIsBetter(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] columns = {random.doubles(4).toArray(), random.doubles(4).toArray()};
    double[] label = random.doubles(4).toArray();
    double step = random.nextDouble(-0.1, 0.1);
    ElasticNet net = new ElasticNet(0.1, false);
    double[] fitted = net.fit(columns, label);
    double best = objective(columns, label, fitted, 0.1);
    for (int j = 0; j < 2; j++) {
      double[] other = fitted.clone();
      other[j] += step;
      assertThat(objective(columns, label, other, 0.1)).isGreaterThanOrEqualTo(best - 1e-9);
    }
  }

  @Test
  void theFeatureThatFollowsTheLabelHasTheCoefficient() {
    double[] fitted =
        ElasticNet.OF_SHARES.fit(
            new double[][] {{0, 0.1, 0.2, 0.3}, {0.1, 0.1, 0.1, 0.1}}, new double[] {1, 2, 3, 4});
    assertThat(fitted[0]).isPositive();
    assertThat(fitted[1]).isZero();
  }

  @Test
  void coefficientsScaleWithTheLabel() {
    double[][] columns = {{0, 0.1, 0.2, 0.4}};
    double millis = ElasticNet.OF_SHARES.fit(columns, new double[] {1, 2, 3, 4})[0];
    double micros = ElasticNet.OF_SHARES.fit(columns, new double[] {1e3, 2e3, 3e3, 4e3})[0];
    assertThat(micros).isCloseTo(1000 * millis, within(1e-6));
  }

  @Test
  void aLabelThatIsAlwaysTheSameGivesNothing() {
    assertThat(ElasticNet.OF_SHARES.fit(new double[][] {{0, 1}}, new double[] {3, 3}))
        .containsExactly(0);
  }
}
