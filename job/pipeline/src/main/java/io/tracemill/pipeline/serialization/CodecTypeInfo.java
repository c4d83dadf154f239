package io.tracemill.pipeline.serialization;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The type information of immutable values that are sent and stored in the layout of a {@link
 * Codec}.
 */
public class CodecTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;
  private final Codec<T> codec;

  public CodecTypeInfo(Class<T> type, Codec<T> codec) {
    this.type = requireNonNull(type, "type");
    this.codec = requireNonNull(codec, "codec");
  }

  @Override
  public final Class<T> getTypeClass() {
    return type;
  }

  @Override
  public final boolean isBasicType() {
    return false;
  }

  @Override
  public final boolean isTupleType() {
    return false;
  }

  @Override
  public final int getArity() {
    return 1;
  }

  @Override
  public final int getTotalFields() {
    return 1;
  }

  /** True: a value used as a key has {@code equals} and a stable {@code hashCode}. */
  @Override
  public final boolean isKeyType() {
    return true;
  }

  @Override
  public final TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new CodecSerializer<>(codec);
  }

  @Override
  public final boolean canEqual(Object other) {
    return other instanceof CodecTypeInfo;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof CodecTypeInfo<?> that
        && type == that.type
        && codec.id().equals(that.codec.id());
  }

  @Override
  public final int hashCode() {
    return 31 * type.hashCode() + codec.id().hashCode();
  }

  @Override
  public final String toString() {
    return "%s in %s".formatted(type.getSimpleName(), codec.getClass().getSimpleName());
  }
}
