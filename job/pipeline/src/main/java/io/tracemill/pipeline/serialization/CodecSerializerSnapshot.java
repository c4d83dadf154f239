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
 * codec's {@link Codec#id} (modified UTF-8). It rejects another version or another codec.
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
    out.writeUTF(codec().id());
  }

  @Override
  public void readSnapshot(int format, DataInputView in, ClassLoader classLoader)
      throws IOException {
    StateVersion.check(format == FORMAT ? in.readInt() : 0);
    codec = newCodec(in.readUTF(), classLoader);
  }

  // The names come from a Codec<T>; nothing else checks that T is still the same.
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> Codec<T> newCodec(String id, ClassLoader classLoader) throws IOException {
    String[] names = id.split(" ");
    try {
      Class<? extends Codec> codec =
          Class.forName(names[0], true, classLoader).asSubclass(Codec.class);
      return names.length == 1
          ? (Codec<T>) codec.getConstructor().newInstance()
          : (Codec<T>)
              codec
                  .getConstructor(Class.class)
                  .newInstance(Class.forName(names[1], true, classLoader));
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IOException("state was written by codec " + id + ", which is gone", e);
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
            && old.codec().id().equals(codec().id())
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
