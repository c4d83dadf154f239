package io.tracemill.pipeline.serialization;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What a savepoint remembers of a {@link CodecSerializer}: the codec's class name (modified UTF-8)
 * and the version of its layout (4 bytes).
 *
 * <p>The same codec in the same version reads the state as it is. An older version that the codec
 * can still read is rewritten by Flink while it restores. A newer one, or another codec, is
 * refused.
 */
public final class CodecSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
  private static final int FORMAT = 1;

  private @Nullable Codec<T> codec;
  private int version;

  /** For Flink, which fills it with {@link #readSnapshot}. */
  public CodecSerializerSnapshot() {}

  CodecSerializerSnapshot(Codec<T> codec, int version) {
    this.codec = codec;
    this.version = version;
  }

  @Override
  public int getCurrentVersion() {
    return FORMAT;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(codec().getClass().getName());
    out.writeInt(version);
  }

  @Override
  public void readSnapshot(int format, DataInputView in, ClassLoader classLoader)
      throws IOException {
    if (format != FORMAT) {
      throw new IOException("snapshot of a codec in format %d, not %d".formatted(format, FORMAT));
    }
    codec = newCodec(in.readUTF(), classLoader);
    version = in.readInt();
  }

  // The class name was written from a Codec<T>: nothing else checks that T is still the same.
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
    return new CodecSerializer<>(codec(), version);
  }

  @Override
  public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> oldSnapshot) {
    if (!(oldSnapshot instanceof CodecSerializerSnapshot<T> old)
        || old.codec().getClass() != codec().getClass()
        || old.version > version
        || old.version < codec().oldestReadable()) {
      return TypeSerializerSchemaCompatibility.incompatible();
    }
    return old.version == version
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
  }

  private Codec<T> codec() {
    if (codec == null) {
      throw new IllegalStateException("snapshot of a codec used before it was read");
    }
    return codec;
  }
}
