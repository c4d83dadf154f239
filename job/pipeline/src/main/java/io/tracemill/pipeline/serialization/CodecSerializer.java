package io.tracemill.pipeline.serialization;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Flink's view of a {@link Codec}. Where values are immutable, a copy is the value itself.
 *
 * <p>It writes in the codec's current version and reads the version it was made for, which is an
 * older one only while Flink moves restored state to the current layout.
 */
public final class CodecSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  private static final int INITIAL_BYTES = 64;

  private final Codec<T> codec;
  private final int readVersion;

  public CodecSerializer(Codec<T> codec) {
    this(codec, codec.version());
  }

  CodecSerializer(Codec<T> codec, int readVersion) {
    this.codec = requireNonNull(codec, "codec");
    this.readVersion = readVersion;
  }

  @Override
  public boolean isImmutableType() {
    return codec.immutable();
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
    return codec.immutable() ? from : writtenAndRead(from);
  }

  private T writtenAndRead(T value) {
    try {
      DataOutputSerializer out = new DataOutputSerializer(1024);
      codec.write(value, out);
      return codec.read(new DataInputDeserializer(out.getSharedBuffer(), 0, out.length()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + value, e);
    }
  }

  @Override
  public T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  /** Most codecs write a few bytes at a time, for which the streams of a checkpoint are slow. */
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
    return readVersion == codec.version() ? codec.read(source) : codec.read(source, readVersion);
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
    return new CodecSerializerSnapshot<>(codec, codec.version());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodecSerializer<?> that
        && codec.getClass() == that.codec.getClass()
        && readVersion == that.readVersion;
  }

  @Override
  public int hashCode() {
    return 31 * codec.getClass().hashCode() + readVersion;
  }
}
