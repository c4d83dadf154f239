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
  /** The columns, in the order in which rows are written. */
  MessageType schema();

  /** The columns in the order in which rows are read, without those that can be computed. */
  default MessageType readSchema() {
    return schema();
  }

  /** Writes rows; one thread uses it. */
  Encoder<T> encoder();

  /** Reads rows; one thread uses it. */
  Decoder<T> decoder();

  /** How sorted files are sorted. */
  Comparator<T> order();

  /** Whether a sorted file needs only one of several rows that are equal by {@link #order}. */
  default boolean isUnique() {
    return false;
  }

  /** Sets the differences from the common encoding. */
  default void configure(ParquetWriter.Builder<T, ?> builder) {}

  /** Writes one value a column. */
  interface Encoder<T> {
    void write(T row, RowWriter out);
  }

  /** Reads one value a column of {@link #readSchema}. */
  interface Decoder<T> {
    T read(RowReader in);
  }
}
