package io.tracemill.analysis.anomaly;

import java.util.Arrays;
import java.util.List;

/**
 * Vectors of training requests, to find the one nearest to another request's. Only values that are
 * not {@link CallPathEncoder#ABSENT} are kept, so a search is linear in the paths of all its rows.
 *
 * <p>Implementation notes: {@code |x - y|^2} is the distance of x from the vector without any path,
 * corrected in the columns that y has.
 *
 * @param first values of row r are from {@code first[r]} to {@code first[r + 1]}
 * @param column of each value
 */
record NearestVectors(int[] first, short[] column, float[] value) {
  /** The number of vectors that a model keeps. */
  static final int MAX_ROWS = 1_000;

  /** The first {@value #MAX_ROWS} of these vectors of one encoder. */
  static NearestVectors of(List<float[]> vectors) {
    int rows = Math.min(MAX_ROWS, vectors.size());
    int[] first = new int[rows + 1];
    for (int row = 0; row < rows; row++) {
      first[row + 1] = first[row];
      for (float x : vectors.get(row)) {
        first[row + 1] += x == CallPathEncoder.ABSENT ? 0 : 1;
      }
    }
    NearestVectors kept = new NearestVectors(first, new short[first[rows]], new float[first[rows]]);
    for (int row = 0; row < rows; row++) {
      kept.set(first[row], vectors.get(row));
    }
    return kept;
  }

  private void set(int from, float[] vector) {
    int at = from;
    for (int j = 0; j < vector.length; j++) {
      if (vector[j] != CallPathEncoder.ABSENT) {
        column[at] = (short) j;
        value[at++] = vector[j];
      }
    }
  }

  /** The Euclidean distance to the nearest row, standard deviations. */
  double distance(float[] vector) {
    double square = square(vector, nearest(vector));
    for (float x : vector) {
      double absent = (double) x - CallPathEncoder.ABSENT;
      square += absent * absent;
    }
    return Math.sqrt(Math.max(0, square));
  }

  /** The values of the nearest row. */
  float[] nearestTo(float[] vector) {
    float[] values = new float[vector.length];
    Arrays.fill(values, CallPathEncoder.ABSENT);
    int row = nearest(vector);
    for (int i = first[row]; i < first[row + 1]; i++) {
      values[column[i]] = value[i];
    }
    return values;
  }

  private int nearest(float[] vector) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int row = 0; row + 1 < first.length; row++) {
      double square = square(vector, row);
      if (square < least) {
        least = square;
        nearest = row;
      }
    }
    return nearest;
  }

  /** The square of the distance, less that from the vector without any path. */
  private double square(float[] vector, int row) {
    double square = 0;
    for (int i = first[row]; i < first[row + 1]; i++) {
      double x = vector[column[i]];
      double apart = x - value[i];
      double absent = x - CallPathEncoder.ABSENT;
      square += apart * apart - absent * absent;
    }
    return square;
  }
}
