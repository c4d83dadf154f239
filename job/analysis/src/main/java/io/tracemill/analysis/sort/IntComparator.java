package io.tracemill.analysis.sort;

/** A total preorder of rows, given by their numbers. */
@FunctionalInterface
public interface IntComparator {
  /** Negative if {@code left} comes first, positive if {@code right} does, zero if they tie. */
  int compare(int left, int right);
}
