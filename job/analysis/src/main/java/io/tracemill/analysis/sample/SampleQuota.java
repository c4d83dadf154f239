package io.tracemill.analysis.sample;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The number {@code k} of requests that each group may keep. It is the largest one for which the
 * sum of {@code min(k, count)} over all groups is within a bound. Counts only grow, so it only
 * shrinks.
 */
final class SampleQuota {
  private final int bound;
  private final int least;

  /** By number up to the bound: how many groups have at least as many requests. */
  private final int[] groups;

  private int perGroup;

  /** The sum of {@code min(perGroup, count)}. */
  private long total;

  /**
   * @param bound 1 or more
   * @param least the quota is never less than this
   */
  SampleQuota(int bound, int least) {
    this.bound = bound;
    this.least = least;
    groups = new int[bound + 1];
    perGroup = bound;
  }

  /** The largest number of requests of a group. */
  int perGroup() {
    return perGroup;
  }

  /** Counts a request of a group that has had {@code before} requests. */
  void count(long before) {
    if (before < bound) {
      groups[(int) before + 1]++;
      total += before < perGroup ? 1 : 0;
      shrink();
    }
  }

  /**
   * Restarts with the counts of all groups.
   *
   * @param most the new limit of a group, if it is lower
   */
  void restart(LongStream counts, int most) {
    Arrays.fill(groups, 0);
    perGroup = Math.min(perGroup, most);
    total = 0;
    counts.forEach(
        count -> {
          groups[(int) Math.min(bound, count)]++;
          total += Math.min(perGroup, count);
        });
    for (int number = bound - 1; number > 0; number--) {
      groups[number] += groups[number + 1];
    }
    shrink();
  }

  private void shrink() {
    while (total > bound && perGroup > least) {
      total -= groups[perGroup];
      perGroup--;
    }
  }

  /** Its heap memory, bytes. */
  long weight() {
    return 60 + 4L * groups.length;
  }
}
