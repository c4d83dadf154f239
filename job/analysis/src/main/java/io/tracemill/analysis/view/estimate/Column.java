package io.tracemill.analysis.view.estimate;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Values of one kind, each with the row of its request. Those of one row are side by side. */
public final class Column {
  private int[] rows = {};
  private long[] values = {};
  private int size;

  /** Adds a value. */
  public void add(int row, long value) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, Math.max(16, 2 * size));
      values = Arrays.copyOf(values, rows.length);
    }
    rows[size] = row;
    values[size++] = value;
  }

  /** Adds to the value of the row, if that was the latest; else adds a value. */
  public void sum(int row, long value) {
    if (size > 0 && rows[size - 1] == row) {
      values[size - 1] += value;
    } else {
      add(row, value);
    }
  }

  /** Receives a value. */
  @FunctionalInterface
  public interface Visitor {
    void value(int row, long value);
  }

  /** Passes all values on, in the order in which they were added. */
  public void forEach(Visitor to) {
    for (int i = 0; i < size; i++) {
      to.value(rows[i], values[i]);
    }
  }

  /** The number of values. */
  public int size() {
    return size;
  }

  /** The values of rows that meet a condition. */
  public Column only(IntPredicate wanted) {
    Column only = new Column();
    for (int i = 0; i < size; i++) {
      if (wanted.test(rows[i])) {
        only.add(rows[i], values[i]);
      }
    }
    return only;
  }

  /** A copy of the rows, by value. */
  public int[] rows() {
    return Arrays.copyOf(rows, size);
  }

  /** A copy of the values. */
  public long[] values() {
    return Arrays.copyOf(values, size);
  }

  /** The values with their weights. */
  public Values of(RequestWeights weights) {
    return weights.of(rows(), values());
  }
}
