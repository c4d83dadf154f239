package io.tracemill.analysis.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much of everything tested in a slide is worth an alert: of the tests whose q is at most
 * {@code rate}, at most that part, on average, is noise (Benjamini and Hochberg, 1995). That holds
 * for independent tests and for positively correlated ones, such as an endpoint and its edges.
 *
 * <p>Tests of samples so small that they could not have been rejected leave the family first, lest
 * they weigh on the others. As in Gilbert (2005): with k the smallest number such that at most k
 * tests can attain {@code rate / k}, these are the family. Who leaves depends on sizes, ties and
 * how much blocks vary around their means, never on how far cohorts lie apart. What a rule decided
 * is no test: it is left as it is, and makes the others neither easier nor harder to reject.
 *
 * @param qValues in the order of the tests, the smallest rate at which the test would be rejected;
 *     1 for those that left; the p of what a rule decided
 * @param familySize how many tests stayed
 */
public record BenjaminiHochberg(List<Double> qValues, int familySize) {
  public BenjaminiHochberg {
    qValues = List.copyOf(qValues);
  }

  /**
   * @param tests everything tested in a slide
   * @param rate the part of the findings that may be noise, such as 0.01
   */
  public static BenjaminiHochberg of(List<TestResult> tests, double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate: " + rate);
    }
    double bound = rate / divisor(tests, rate);
    int[] family =
        IntStream.range(0, tests.size())
            .filter(test -> !tests.get(test).ruled() && tests.get(test).attainable() <= bound)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer test) -> tests.get(test).p()).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    Double[] qValues = new Double[tests.size()];
    Arrays.setAll(qValues, test -> tests.get(test).ruled() ? tests.get(test).p() : 1.0);
    double smallest = 1;
    for (int i = 0; i < family.length; i++) {
      int rank = family.length - i;
      smallest = Math.min(smallest, tests.get(family[i]).p() * ((double) family.length / rank));
      qValues[family[i]] = smallest;
    }
    return new BenjaminiHochberg(List.of(qValues), family.length);
  }

  /** The smallest k such that at most k tests can attain {@code rate / k}. */
  private static int divisor(List<TestResult> tests, double rate) {
    double[] attainable =
        tests.stream()
            .filter(test -> !test.ruled())
            .mapToDouble(TestResult::attainable)
            .sorted()
            .toArray();
    int k = 1;
    while (k < attainable.length && attainable[k] <= rate / k) {
      k++;
    }
    return k;
  }
}
