package io.tracemill.analysis.signature;

/**
 * Children as a multiset (tprof layer 3).
 *
 * <p>Implementation notes: it uses the sum of the members' hashes, lane by lane, instead of a
 * sorted multiset. The sum ignores order without a sort. The members are well mixed, so different
 * multisets have the same sum only by chance. Awaited and asynchronous children have separate sums.
 */
final class StructureForm {
  private final HashedSubtrees subtrees;

  StructureForm(HashedSubtrees subtrees) {
    this.subtrees = subtrees;
  }

  /** Adds the children in the rows {@code [from, to)}. */
  void addChildren(int from, int to, Hash128 hash) {
    HashColumn hashes = subtrees.structure();
    long awaitedHigh = 0;
    long awaitedLow = 0;
    long asyncHigh = 0;
    long asyncLow = 0;
    int asyncChildren = 0;
    for (int child = from; child < to; child++) {
      if (subtrees.async(child)) {
        asyncHigh += hashes.high(child);
        asyncLow += hashes.low(child);
        asyncChildren++;
      } else {
        awaitedHigh += hashes.high(child);
        awaitedLow += hashes.low(child);
      }
    }
    hash.add(awaitedHigh, awaitedLow);
    if (asyncChildren > 0) {
      hash.add(asyncHigh, asyncLow);
    }
    hash.add(to - from, asyncChildren);
  }
}
