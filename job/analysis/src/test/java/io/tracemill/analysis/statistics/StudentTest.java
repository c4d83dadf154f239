package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class StudentTest {

  @Property
  void theDeviateHasThisMuchAboveIt(@ForAll @DoubleRange(min = -300, max = -0.31) double exponent) {
    double p = Math.pow(10, exponent);
    double tail =
        new org.apache.commons.math3.distribution.NormalDistribution(null, 0, 1)
            .cumulativeProbability(-Student.deviate(p));

    assertThat(tail / p).isEqualTo(1, within(1e-9));
  }

  @Test
  void tailsAgreeWithPublishedSoftware() {
    // SciPy 1.17: 2*t.sf(norm.isf(1e-20/2), 18), t.sf(norm.isf(0.3), 7), norm.isf(1e-300).
    assertThat(Student.twoSided(1e-20, 18) / 2.5432473133303307e-8).isEqualTo(1, within(1e-6));
    assertThat(Student.oneSided(0.3, 7)).isEqualTo(0.3080953365296202, within(1e-12));
    assertThat(Student.deviate(1e-300)).isEqualTo(37.0470962993612, within(1e-9));
  }

  @Test
  void aKnownVarianceChangesNothing() {
    assertThat(Student.twoSided(0.003, Double.POSITIVE_INFINITY)).isEqualTo(0.003, within(1e-15));
    assertThat(Student.oneSided(0.9, 1e7)).isEqualTo(0.9, within(1e-6));
  }

  @Test
  void theTableOfStudentIsMet() {
    // t(0.995) is 3.250 with 9 degrees of freedom, where a normal variate's is 2.576.
    double normal = 2 * normalTail(3.2498);
    assertThat(Student.twoSided(normal, 9)).isEqualTo(0.01, within(1e-5));
  }

  private static double normalTail(double z) {
    return new org.apache.commons.math3.distribution.NormalDistribution(null, 0, 1)
        .cumulativeProbability(-z);
  }
}
