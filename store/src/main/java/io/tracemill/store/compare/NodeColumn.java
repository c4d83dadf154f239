package io.tracemill.store.compare;

import io.tracemill.store.question.Moments;
import java.util.Arrays;

/**
 * The times of one node in some requests: weighted sums, and each time of the uniform sample.
 * Memory: 8 to 16 bytes a sampled request.
 */
final class NodeColumn {
  private static final int INITIAL = 64;

  private Moments moments = Moments.NONE;
  private long[] sample = new long[INITIAL];
  private int size;

  /** Adds a time, also to the sample if it is uniform. */
  void add(long nanos, double weight, boolean uniform) {
    moments = moments.plus(Moments.of((double) nanos, weight));
    if (!uniform) {
      return;
    }
    if (size == sample.length) {
      sample = Arrays.copyOf(sample, 2 * size);
    }
    sample[size++] = nanos;
  }

  Moments moments() {
    return moments;
  }

  long[] sample() {
    return Arrays.copyOf(sample, size);
  }
}
