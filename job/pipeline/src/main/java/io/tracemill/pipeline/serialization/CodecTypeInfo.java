package io.tracemill.pipeline.serialization;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** The type of immutable values that travel and rest in the layout of a {@link Codec}. */
public final class CodecTypeInfo<T> extends ClassTypeInfo<T> {
  private static final long serialVersionUID = 1;

  private final Codec<T> codec;

  public CodecTypeInfo(Class<T> type, Codec<T> codec) {
    super(type);
    this.codec = requireNonNull(codec, "codec");
  }

  /** True: a value used as a key has {@code equals} and a stable {@code hashCode}. */
  @Override
  public boolean isKeyType() {
    return true;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new CodecSerializer<>(codec);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CodecTypeInfo<?> that
        && getTypeClass() == that.getTypeClass()
        && codec.getClass() == that.codec.getClass();
  }

  @Override
  public int hashCode() {
    return 31 * getTypeClass().hashCode() + codec.getClass().hashCode();
  }
}
