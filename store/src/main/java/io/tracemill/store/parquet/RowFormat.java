package io.tracemill.store.parquet;

import java.io.Serializable;
import java.util.Comparator;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;

/**
 * The columns of a table and how a row is written to and read from them. Formats have no state.
 *
 * @param <T> a row
 */
public interface RowFormat<T> extends Serializable {
  /** The columns, in the order in which rows are written and read. */
  MessageType schema();

  /** Writes one value a column. */
  void write(T row, RowWriter out);

  /** Reads one value a column. */
  T read(RowReader in);

  /** How merged files are sorted. */
  Comparator<T> order();

  /** Whether a merged file needs only one of several rows that are equal by {@link #order}. */
  default boolean isUnique() {
    return false;
  }

  /** Sets the differences from the common encoding. */
  default void configure(ParquetWriter.Builder<T, ?> builder) {}
}
