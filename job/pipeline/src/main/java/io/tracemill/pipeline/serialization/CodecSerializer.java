package io.tracemill.pipeline.serialization;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** The Flink serializer of a {@link Codec}. An immutable value is its own copy. */
public final class CodecSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  private static final int INITIAL_BYTES = 64;

  private final Codec<T> codec;

  public CodecSerializer(Codec<T> codec) {
    this.codec = requireNonNull(codec, "codec");
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializer<T> duplicate() {
    return this;
  }

  @Override
  public T createInstance() {
    throw new UnsupportedOperationException(
        codec.getClass().getName() + ": an immutable value has no empty instance");
  }

  @Override
  public T copy(T from) {
    return codec.copy(from);
  }

  @Override
  public T copy(T from, T reuse) {
    return codec.copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  /** Most codecs write a few bytes at a time; the streams of a checkpoint are slow for that. */
  @Override
  public void serialize(T value, DataOutputView target) throws IOException {
    if (target instanceof DataOutputSerializer || codec.writesAtOnce()) {
      codec.write(value, target);
    } else {
      DataOutputSerializer buffer = new DataOutputSerializer(INITIAL_BYTES);
      codec.write(value, buffer);
      target.write(buffer.getSharedBuffer(), 0, buffer.length());
    }
  }

  @Override
  public T deserialize(DataInputView source) throws IOException {
    return codec.read(source);
  }

  @Override
  public T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    return new CodecSerializerSnapshot<>(codec);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodecSerializer<?> that && codec.id().equals(that.codec.id());
  }

  @Override
  public int hashCode() {
    return codec.id().hashCode();
  }
}
