package io.tracemill.analysis.signature;

/**
 * How many equal siblings in a row count as the same number of siblings ({@code signature.fold}).
 *
 * <p>A bucket is known by the shortest run in it, so a tree that repeats nothing has the same
 * signature whichever fold is chosen.
 */
public enum Fold {
  /** Every length of a run is its own. */
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

  /** All runs are alike. */
  ANY {
    @Override
    public int bucket(int run) {
      return 1;
    }
  };

  /** The shortest run that is not told from one of {@code run} siblings, which is 1 or more. */
  public abstract int bucket(int run);
}
