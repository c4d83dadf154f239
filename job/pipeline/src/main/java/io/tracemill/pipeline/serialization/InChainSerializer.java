package io.tracemill.pipeline.serialization;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** Copies by reference and refuses everything that has to do with bytes. */
final class InChainSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;

  InChainSerializer(Class<T> type) {
    this.type = type;
  }

  @Override
  public boolean isImmutableType() {
    // Not quite true of the objects; of what Flink may do with them it is: copies are the same.
    return true;
  }

  @Override
  public TypeSerializer<T> duplicate() {
    return this;
  }

  @Override
  public T createInstance() {
    throw refusal();
  }

  @Override
  public T copy(T from) {
    return from;
  }

  @Override
  public T copy(T from, T reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(T value, DataOutputView target) {
    throw refusal();
  }

  @Override
  public T deserialize(DataInputView source) {
    throw refusal();
  }

  @Override
  public T deserialize(T reuse, DataInputView source) {
    throw refusal();
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) {
    throw refusal();
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    throw refusal();
  }

  private IllegalStateException refusal() {
    return new IllegalStateException(type.getName() + " never leaves its task chain");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof InChainSerializer<?> that && type == that.type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }
}
