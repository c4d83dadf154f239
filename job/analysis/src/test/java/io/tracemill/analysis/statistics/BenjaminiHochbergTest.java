package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {

  @Test
  void theExampleOfThePaperRejectsFour() {
    // Benjamini and Hochberg (1995), section 4.2, at 5 %.
    List<TestResult> tests =
        tests(
            0.0459, 0.0001, 0.3240, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0000);

    BenjaminiHochberg found = BenjaminiHochberg.of(tests, 0.05);

    assertThat(found.qValues().stream().filter(q -> q <= 0.05)).hasSize(4);
    assertThat(found.qValues().get(1)).isEqualTo(0.0015, within(1e-12));
    assertThat(found.familySize()).isEqualTo(15);
  }

  @Property(tries = 200)
  void rejectedAreThoseUpToTheLastUnderTheLine(
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1, max = 1_000) Integer> thousandths,
      @ForAll @IntRange(min = 1, max = 50) int percent) {
    double[] p = thousandths.stream().mapToDouble(x -> x / 1_000.0).toArray();
    double rate = percent / 100.0;
    double[] sorted = DoubleStream.of(p).sorted().toArray();
    double last = -1;
    for (int rank = 1; rank <= sorted.length; rank++) {
      if (sorted[rank - 1] * ((double) sorted.length / rank) <= rate) {
        last = sorted[rank - 1];
      }
    }

    List<Double> q = BenjaminiHochberg.of(tests(p), rate).qValues();

    for (int test = 0; test < p.length; test++) {
      assertThat(q.get(test) <= rate).isEqualTo(p[test] <= last);
      assertThat(q.get(test)).isBetween(p[test], 1.0);
    }
  }

  @Test
  void whatARuleDecidedStaysAndWeighsOnNoTest() {
    List<TestResult> tests = new ArrayList<>(tests(0.004, 0.02, 0.9));
    List<Double> alone = BenjaminiHochberg.of(tests, 0.01).qValues();
    for (int i = 0; i < 50; i++) {
      tests.add(TestResult.ruled(20, true));
      tests.add(TestResult.ruled(2, false));
    }

    BenjaminiHochberg found = BenjaminiHochberg.of(tests, 0.01);

    assertThat(found.familySize()).isEqualTo(3);
    assertThat(found.qValues().subList(0, 3)).isEqualTo(alone);
    assertThat(found.qValues().get(3)).isLessThan(1e-300);
    assertThat(found.qValues().get(4)).isEqualTo(1);
  }

  @Test
  void testsThatCouldNotSucceedDoNotWeighOnTheOthers() {
    List<TestResult> tests = new ArrayList<>(tests(1e-5));
    for (int i = 0; i < 10_000; i++) {
      tests.add(new TestResult(0, 0.5, 2.0 / 252));
    }

    BenjaminiHochberg found = BenjaminiHochberg.of(tests, 0.01);

    assertThat(found.familySize()).isEqualTo(1);
    assertThat(found.qValues().get(0)).isEqualTo(1e-5);
    assertThat(found.qValues().get(1)).isEqualTo(1);
  }

  @Test
  void noTestsAreNoFamily() {
    assertThat(BenjaminiHochberg.of(List.of(), 0.01))
        .isEqualTo(new BenjaminiHochberg(List.of(), 0));
    assertThatThrownBy(() -> BenjaminiHochberg.of(List.of(), 0)).hasMessage("rate: 0.0");
  }

  private static List<TestResult> tests(double... p) {
    return DoubleStream.of(p).mapToObj(x -> new TestResult(0, x, 1e-12)).toList();
  }
}
