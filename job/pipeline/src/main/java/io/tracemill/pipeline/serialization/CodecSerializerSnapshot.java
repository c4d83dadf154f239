package io.tracemill.pipeline.serialization;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link CodecSerializer} in a savepoint: the {@link StateVersion} (4 bytes) and the
 * codec's class name (modified UTF-8). It rejects another version or another codec.
 */
public final class CodecSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
  private static final int FORMAT = 2;

  private @Nullable Codec<T> codec;

  /** Used by Flink, which then calls {@link #readSnapshot}. */
  public CodecSerializerSnapshot() {}

  CodecSerializerSnapshot(Codec<T> codec) {
    this.codec = codec;
  }

  @Override
  public int getCurrentVersion() {
    return FORMAT;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeInt(StateVersion.CURRENT);
    out.writeUTF(codec().getClass().getName());
  }

  @Override
  public void readSnapshot(int format, DataInputView in, ClassLoader classLoader)
      throws IOException {
    StateVersion.check(format == FORMAT ? in.readInt() : 0);
    codec = newCodec(in.readUTF(), classLoader);
  }

  // The class name comes from a Codec<T>; nothing else checks that T is still the same.
  @SuppressWarnings("unchecked")
  private static <T> Codec<T> newCodec(String className, ClassLoader classLoader)
      throws IOException {
    try {
      return (Codec<T>)
          Class.forName(className, true, classLoader)
              .asSubclass(Codec.class)
              .getConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IOException("state was written by codec " + className + ", which is gone", e);
    }
  }

  @Override
  public TypeSerializer<T> restoreSerializer() {
    return new CodecSerializer<>(codec());
  }

  @Override
  public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> oldSnapshot) {
    return oldSnapshot instanceof CodecSerializerSnapshot<T> old
            && old.codec().getClass() == codec().getClass()
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }

  private Codec<T> codec() {
    if (codec == null) {
      throw new IllegalStateException("snapshot of a codec used before it was read");
    }
    return codec;
  }
}
