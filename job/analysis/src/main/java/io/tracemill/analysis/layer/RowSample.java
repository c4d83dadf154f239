package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A sample of at most {@link #MAX_ROWS} requests with all their values: those whose ids have the
 * smallest hashes. So the same requests give the same rows, in any order of arrival. Mergeable.
 *
 * <p>Values have 24 significant bits: they are exact up to 16 ms, and within 0.000006 % above.
 */
final class RowSample {
  static final int MAX_ROWS = 8;

  private static final int IDS = 3;

  private final int width;
  private int size;

  /**
   * The trace id (both halves) and span id of each row. Rows are sorted by hash, then id, then
   * values.
   */
  private long[] ids = {};

  /** The values of all rows, one row after the other. */
  private float[] values = {};

  /** The largest hash that may enter; it rejects most requests at once. */
  private long largestHash = Long.MAX_VALUE;

  /**
   * @param width the number of values of a row
   */
  RowSample(int width) {
    this.width = width;
  }

  /** Whether a request with this hash may enter. */
  boolean admits(long hash) {
    return hash <= largestHash;
  }

  /** Adds a request if it belongs to the sample; {@code row} begins with its values. */
  void add(TraceId trace, long spanId, long[] row) {
    float[] rounded = new float[width];
    for (int value = 0; value < width; value++) {
      rounded[value] = row[value];
    }
    add(trace, spanId, rounded, 0);
  }

  private void add(TraceId trace, long spanId, float[] from, int offset) {
    int place = size;
    while (place > 0 && compare(trace, spanId, from, offset, place - 1) < 0) {
      place--;
    }
    if (place == MAX_ROWS) {
      return;
    }
    reserve(Math.min(MAX_ROWS, size + 1));
    int moving = Math.min(size, MAX_ROWS - 1) - place;
    System.arraycopy(ids, IDS * place, ids, IDS * (place + 1), IDS * moving);
    System.arraycopy(values, width * place, values, width * (place + 1), width * moving);
    ids[IDS * place] = trace.high();
    ids[IDS * place + 1] = trace.low();
    ids[IDS * place + 2] = spanId;
    System.arraycopy(from, offset, values, width * place, width);
    size = Math.min(MAX_ROWS, size + 1);
    largestHash = size < MAX_ROWS ? Long.MAX_VALUE : hash(size - 1);
  }

  private int compare(TraceId trace, long spanId, float[] from, int offset, int row) {
    TraceId other = trace(row);
    int byHash = Long.compare(SampleHash.of(trace, spanId), hash(row));
    int byHigh = byHash != 0 ? byHash : Long.compare(trace.high(), other.high());
    int byLow = byHigh != 0 ? byHigh : Long.compare(trace.low(), other.low());
    int byId = byLow != 0 ? byLow : Long.compare(spanId, spanId(row));
    return byId != 0
        ? byId
        : Arrays.compare(from, offset, offset + width, values, width * row, width * (row + 1));
  }

  private void reserve(int rows) {
    if (IDS * rows > ids.length) {
      int capacity = Math.min(MAX_ROWS, Integer.highestOneBit(2 * rows - 1));
      ids = Arrays.copyOf(ids, IDS * capacity);
      values = Arrays.copyOf(values, width * capacity);
    }
  }

  void merge(RowSample that) {
    for (int row = 0; row < that.size && admits(that.hash(row)); row++) {
      add(that.trace(row), that.spanId(row), that.values, width * row);
    }
  }

  /**
   * Returns the same rows with their values in another order.
   *
   * @param indexes the new index of each value
   */
  RowSample moved(int[] indexes) {
    RowSample moved = new RowSample(width);
    float[] row = new float[width];
    for (int from = 0; from < size; from++) {
      for (int value = 0; value < width; value++) {
        row[indexes[value]] = value(from, value);
      }
      moved.add(trace(from), spanId(from), row, 0);
    }
    return moved;
  }

  /** The number of rows. */
  int size() {
    return size;
  }

  TraceId trace(int row) {
    return new TraceId(ids[IDS * row], ids[IDS * row + 1]);
  }

  private long spanId(int row) {
    return ids[IDS * row + 2];
  }

  private long hash(int row) {
    return SampleHash.of(trace(row), spanId(row));
  }

  /** A value, nanoseconds. */
  float value(int row, int value) {
    return values[width * row + value];
  }

  /** The bytes of its arrays. */
  long arrayBytes() {
    return Long.BYTES * (long) ids.length + Float.BYTES * (long) values.length;
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, size);
    for (int row = 0; row < size; row++) {
      for (int id = IDS * row; id < IDS * (row + 1); id++) {
        out.writeLong(ids[id]);
      }
      for (int value = 0; value < width; value++) {
        out.writeFloat(value(row, value));
      }
    }
  }

  /** Adds the rows that {@link #write} wrote; they must have the same width. */
  void mergeFrom(DataInput in) throws IOException {
    float[] row = new float[width];
    for (int left = Varint.readUpTo(in, MAX_ROWS); left > 0; left--) {
      TraceId trace = new TraceId(in.readLong(), in.readLong());
      long spanId = in.readLong();
      for (int value = 0; value < width; value++) {
        row[value] = in.readFloat();
      }
      add(trace, spanId, row, 0);
    }
  }
}
