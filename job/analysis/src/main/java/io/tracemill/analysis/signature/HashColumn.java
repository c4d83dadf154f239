package io.tracemill.analysis.signature;

import java.util.Arrays;

/** A column with a 128-bit hash for each row. */
final class HashColumn {
  private long[] high;
  private long[] low;

  HashColumn(int rows) {
    high = new long[rows];
    low = new long[rows];
  }

  void resize(int rows) {
    high = Arrays.copyOf(high, rows);
    low = Arrays.copyOf(low, rows);
  }

  void set(int row, Hash128 hash) {
    high[row] = hash.high();
    low[row] = hash.low();
  }

  long high(int row) {
    return high[row];
  }

  long low(int row) {
    return low[row];
  }

  boolean equal(int row, int other) {
    return high[row] == high[other] && low[row] == low[other];
  }

  /** In the order of {@link CallTreeSignature}. */
  int compare(int row, int other) {
    int byHigh = Long.compareUnsigned(high[row], high[other]);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low[row], low[other]);
  }

  CallTreeSignature signature(int row) {
    return new CallTreeSignature(high[row], low[row]);
  }
}
