package io.tracemill.pipeline.serialization;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The type of objects that one operator hands to the next in the same task chain, by reference.
 *
 * <p>Its serializer refuses: a graph that breaks the chain, or a state that keeps such an object,
 * fails at its first record and not with wrong results.
 */
public final class InChainTypeInfo<T> extends ClassTypeInfo<T> {
  private static final long serialVersionUID = 1;

  public InChainTypeInfo(Class<T> type) {
    super(type);
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new InChainSerializer<>(getTypeClass());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof InChainTypeInfo<?> that && getTypeClass() == that.getTypeClass();
  }

  @Override
  public int hashCode() {
    return getTypeClass().hashCode();
  }
}
