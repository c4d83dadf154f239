package io.tracemill.analysis.ranktest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether one figure of some requests differs from that of others, by a rank test. It is one of
 * several tests, so false discoveries are controlled over all of them.
 *
 * @param before number of requests of the first set in the test
 * @param after number of requests of the second set
 * @param slower the probability that a request of the second set has the larger figure; a tie
 *     counts half
 * @param pValue the probability of such a difference by chance; empty below {@link #MIN_REQUESTS}
 *     on a side
 * @param qValue the smallest rate of false discoveries, over all tests, at which it is a discovery
 */
public record ColumnTest(
    int before, int after, double slower, Optional<Double> pValue, Optional<Double> qValue) {
  /** Each side needs this many requests. */
  public static final int MIN_REQUESTS = 20;

  /** The rate of false discoveries in an answer. */
  private static final double RATE = 0.01;

  /**
   * Tests each column.
   *
   * @param before by column, the figures of the first set, a uniform sample
   * @param after the same of the second set
   */
  public static List<ColumnTest> of(List<long[]> before, List<long[]> after) {
    if (before.size() != after.size()) {
      throw new IllegalArgumentException(
          "%d columns before, %d after".formatted(before.size(), after.size()));
    }
    List<RankTest> tests = new ArrayList<>();
    for (int column = 0; column < before.size(); column++) {
      tests.add(RankTest.of(before.get(column), after.get(column)));
    }
    double[] qValues =
        FalseDiscoveries.qValues(
            tests.stream().filter(ColumnTest::isMade).mapToDouble(RankTest::pValue).toArray());
    List<ColumnTest> found = new ArrayList<>();
    int made = 0;
    for (RankTest test : tests) {
      found.add(isMade(test) ? made(test, qValues[made++]) : notMade(test));
    }
    return found;
  }

  private static boolean isMade(RankTest test) {
    return Math.min(test.before(), test.after()) >= MIN_REQUESTS;
  }

  private static ColumnTest made(RankTest test, double qValue) {
    return new ColumnTest(
        test.before(),
        test.after(),
        test.slower(),
        Optional.of(test.pValue()),
        Optional.of(qValue));
  }

  private static ColumnTest notMade(RankTest test) {
    return new ColumnTest(
        test.before(), test.after(), test.slower(), Optional.empty(), Optional.empty());
  }

  /** Whether at most one in a hundred such discoveries of an answer is due to chance. */
  public boolean isSure() {
    return qValue.filter(q -> q <= RATE).isPresent();
  }
}
