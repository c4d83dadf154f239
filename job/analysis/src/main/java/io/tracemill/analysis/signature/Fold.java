package io.tracemill.analysis.signature;

/**
 * The buckets of lengths of runs of equal siblings; lengths in one bucket count as equal ({@code
 * signature.fold}).
 *
 * <p>The shortest run identifies a bucket. So a tree without repetitions has the same signature
 * with every fold.
 */
public enum Fold {
  /** Every length is a separate bucket. */
  EXACT {
    @Override
    public int bucket(int run) {
      return run;
    }
  },

  /** Lengths 1, 2, 3-4, 5-8, 9-16 and so on. */
  LOG2 {
    @Override
    public int bucket(int run) {
      return Integer.highestOneBit(run - 1) + 1;
    }
  },

  /** All lengths are one bucket. */
  ANY {
    @Override
    public int bucket(int run) {
      return 1;
    }
  };

  /** The shortest run in the bucket of {@code run} siblings; {@code run} is at least 1. */
  public abstract int bucket(int run);
}
