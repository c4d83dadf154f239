package io.tracemill.analysis.sort;

/**
 * A stable sort of row numbers: ties keep the order they came in.
 *
 * <p>Short runs are sorted by insertion, then merged bottom up. That takes O(n log n) comparisons,
 * and O(n) when the rows are in order already. One instance serves one thread; it keeps its scratch
 * space between calls unless a giant array made that large.
 */
public final class IndexSort {
  private static final int RUN = 16;
  private static final int MAX_KEPT_SCRATCH = 65_536;

  private int[] scratch = {};

  /** Sorts {@code indices[from..to)}. */
  public void sort(int[] indices, int from, int to, IntComparator order) {
    for (int run = from; run < to; run += RUN) {
      insertionSort(indices, run, Math.min(run + RUN, to), order);
    }
    for (int width = RUN; width < to - from; width *= 2) {
      for (int left = from; left < to - width; left += 2 * width) {
        merge(indices, left, left + width, Math.min(left + 2 * width, to), order);
      }
    }
    if (scratch.length > MAX_KEPT_SCRATCH) {
      scratch = new int[0];
    }
  }

  private static void insertionSort(int[] indices, int from, int to, IntComparator order) {
    for (int next = from + 1; next < to; next++) {
      int index = indices[next];
      int hole = next;
      while (hole > from && order.compare(indices[hole - 1], index) > 0) {
        indices[hole] = indices[hole - 1];
        hole--;
      }
      indices[hole] = index;
    }
  }

  private void merge(int[] indices, int from, int middle, int to, IntComparator order) {
    if (order.compare(indices[middle - 1], indices[middle]) <= 0) {
      return;
    }
    int leftEnd = middle - from;
    reserveScratch(leftEnd);
    System.arraycopy(indices, from, scratch, 0, leftEnd);
    int left = 0;
    int right = middle;
    for (int out = from; left < leftEnd; out++) {
      if (right < to && order.compare(scratch[left], indices[right]) > 0) {
        indices[out] = indices[right++];
      } else {
        indices[out] = scratch[left++];
      }
    }
  }

  private void reserveScratch(int length) {
    if (scratch.length < length) {
      scratch = new int[length];
    }
  }
}
