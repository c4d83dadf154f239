package io.tracemill.store.compare;

import io.tracemill.analysis.ranktest.FalseDiscoveries;
import io.tracemill.analysis.ranktest.RankTest;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the requests of the second set are slower or faster, by the Mann-Whitney U test. The test
 * uses only the uniform sample of each set.
 *
 * @param rowsBefore number of sampled requests of the first set
 * @param rowsAfter number of sampled requests of the second set
 * @param slower the effect size: the probability that a request of the second set is slower than
 *     one of the first; 0.5 if they do not differ
 * @param pValue the probability of such a difference by chance; 1 without a test
 * @param qValue the smallest rate of false discoveries, over all tests of the answer, at which it
 *     is a discovery
 * @param anomalous whether the q-value is at most 1 %
 */
public record Significance(
    int rowsBefore, int rowsAfter, double slower, double pValue, double qValue, boolean anomalous) {
  /** The rate of false discoveries in an answer. */
  static final double RATE = 0.01;

  /** The largest number of requests of a set that a test uses. */
  static final int MAX_ROWS = 100_000;

  /** Corrects the tests of one answer for their number. An empty sample is not tested. */
  static List<Significance> of(List<RankTest> tests) {
    double[] qValues =
        FalseDiscoveries.qValues(
            tests.stream().filter(Significance::isMade).mapToDouble(RankTest::pValue).toArray());
    List<Significance> all = new ArrayList<>();
    int made = 0;
    for (RankTest test : tests) {
      double qValue = isMade(test) ? qValues[made++] : 1;
      all.add(
          new Significance(
              test.before(), test.after(), test.slower(), test.pValue(), qValue, qValue <= RATE));
    }
    return all;
  }

  private static boolean isMade(RankTest test) {
    return test.before() > 0 && test.after() > 0;
  }
}
