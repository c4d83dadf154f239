package io.tracemill.pipeline.serialization;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The byte layout of one type, and its version.
 *
 * <p>Implementations are stateless and have a public constructor without arguments: a savepoint
 * names the class and no more. What {@link #write} writes, {@link #read(DataInput)} reads back to
 * an equal value and not a byte further.
 *
 * <p>A change of the layout counts {@link #version()} up. A codec that can still read what was
 * written before says so in {@link #oldestReadable()} and overrides {@link #read(DataInput, int)}.
 */
public interface Codec<T> extends Serializable {
  /** Appends {@code value} in the layout of {@link #version()}. */
  void write(T value, DataOutput out) throws IOException;

  /** Reads one value in the layout of {@link #version()}. */
  T read(DataInput in) throws IOException;

  /** The version of the layout that is written; only ever counted up. */
  int version();

  /** The oldest version that can be read. */
  default int oldestReadable() {
    return version();
  }

  /**
   * Reads one value in the layout of an earlier version.
   *
   * @param version between {@link #oldestReadable()} and {@link #version()}
   */
  default T read(DataInput in, int version) throws IOException {
    return read(in);
  }

  /**
   * Whether {@link #write} hands over all bytes at once, so that nothing is gained by gathering
   * them before they go to a checkpoint.
   */
  default boolean writesAtOnce() {
    return false;
  }

  /** Whether values never change; else a copy is a value written and read again. */
  default boolean immutable() {
    return true;
  }
}
