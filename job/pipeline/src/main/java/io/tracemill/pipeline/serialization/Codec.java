package io.tracemill.pipeline.serialization;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The byte layout of one type. A change of any layout increments {@link StateVersion#CURRENT}.
 *
 * <p>Implementations have a public constructor without arguments, or one with the class of their
 * values, because a savepoint stores only names of classes. {@link #read} reads exactly the bytes
 * of {@link #write} and returns an equal value.
 */
public interface Codec<T> extends Serializable {
  /** Appends {@code value}. */
  void write(T value, DataOutput out) throws IOException;

  /** Reads one value. */
  T read(DataInput in) throws IOException;

  /**
   * Returns a copy that does not change with {@code value}; the value itself if it is immutable.
   */
  default T copy(T value) {
    return value;
  }

  /**
   * Whether {@link #write} writes all bytes at once, so that buffering them for a checkpoint gains
   * nothing.
   */
  default boolean writesAtOnce() {
    return false;
  }

  /** What a savepoint stores: the codec's class, and that of its values if it serves several. */
  default String id() {
    return getClass().getName();
  }
}
