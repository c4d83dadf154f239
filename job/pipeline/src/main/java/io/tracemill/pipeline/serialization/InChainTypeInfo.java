package io.tracemill.pipeline.serialization;

import java.io.DataInput;
import java.io.DataOutput;

/**
 * The type information of objects that one operator passes to the next in the same task chain, by
 * reference.
 *
 * <p>Its codec always throws. So a graph that breaks the chain, or state with such an object, fails
 * at its first record instead of giving wrong results.
 */
public final class InChainTypeInfo<T> extends CodecTypeInfo<T> {
  private static final long serialVersionUID = 1;

  public InChainTypeInfo(Class<T> type) {
    super(type, new InChainCodec<>(type.getName()));
  }

  private record InChainCodec<T>(String type) implements Codec<T> {
    private static final long serialVersionUID = 1;

    @Override
    public void write(T value, DataOutput out) {
      throw new IllegalStateException(type + " never leaves its task chain");
    }

    @Override
    public T read(DataInput in) {
      throw new IllegalStateException(type + " never leaves its task chain");
    }
  }
}
