package io.tracemill.pipeline.serialization;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The byte layout of one type. A change of any layout counts {@link StateVersion#CURRENT} up.
 *
 * <p>Implementations are stateless and have a public constructor without arguments: a savepoint
 * names the class and no more. What {@link #write} writes, {@link #read} reads back to an equal
 * value and not a byte further.
 */
public interface Codec<T> extends Serializable {
  /** Appends {@code value}. */
  void write(T value, DataOutput out) throws IOException;

  /** Reads one value. */
  T read(DataInput in) throws IOException;

  /**
   * Whether {@link #write} hands over all bytes at once, so that nothing is gained by gathering
   * them before they go to a checkpoint.
   */
  default boolean writesAtOnce() {
    return false;
  }
}
