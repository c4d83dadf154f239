package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NestedFunctionsTest {
  private static final int START = 0;
  private static final int HANDLE = 1;
  private static final int COUPONS = 2;
  private static final int PRICE = 3;
  private static final int COLLECT = 4;

  private static final int[][] PATHS = {
    {START, HANDLE, COUPONS}, {START, HANDLE, PRICE}, {START, COLLECT}
  };

  private static List<Integer> deepest(double[] difference, Integer... passed) {
    return NestedFunctions.deepest(PATHS, List.of(passed), difference);
  }

  @Test
  void theDeepestFunctionWithNineTenthsOfTheDifferenceIsTheCulprit() {
    assertThat(deepest(new double[] {0.3, 0.3, 0.28, 0.02, 0}, START, HANDLE, COUPONS))
        .containsExactly(COUPONS);
  }

  @Test
  void aCallerIsTheCulpritIfNoCalleeHasNineTenths() {
    assertThat(deepest(new double[] {0.3, 0.3, 0.2, 0.1, 0}, START, HANDLE, COUPONS, PRICE))
        .containsExactly(HANDLE);
  }

  @Test
  void anAncestorOfACulpritIsNeverASecondOne() {
    assertThat(deepest(new double[] {0.4, 0.2, 0.38, 0, 0.02}, START, COUPONS, HANDLE))
        .containsExactly(COUPONS);
  }

  @Test
  void functionsThatDoNotCallEachOtherAreBothCulprits() {
    assertThat(deepest(new double[] {0, 0, 0.2, 0, 0.1}, COUPONS, COLLECT))
        .containsExactly(COUPONS, COLLECT);
  }
}
