package io.tracemill.analysis.anomaly;

/**
 * Products of matrices in flat arrays, row after row. The innermost loop runs along rows of both
 * the right factor and the sum, which is what the JIT compiler vectorises.
 */
final class MatrixProduct {
  private MatrixProduct() {}

  /** Adds {@code a b}, of {@code rows x inner} and {@code inner x columns}, to {@code sum}. */
  static void add(float[] a, int rows, int inner, float[] b, int columns, float[] sum) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        addRow(a[i * inner + k], b, k * columns, columns, sum, i * columns);
      }
    }
  }

  /** Adds {@code a' b}, of {@code inner x rows} and {@code inner x columns}, to {@code sum}. */
  static void addTransposed(float[] a, int rows, int inner, float[] b, int columns, float[] sum) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        addRow(a[k * rows + i], b, k * columns, columns, sum, i * columns);
      }
    }
  }

  private static void addRow(float a, float[] b, int from, int n, float[] sum, int to) {
    for (int j = 0; j < n; j++) {
      sum[to + j] += a * b[from + j];
    }
  }
}
