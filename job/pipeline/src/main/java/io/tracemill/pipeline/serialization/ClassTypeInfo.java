package io.tracemill.pipeline.serialization;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** What Flink asks of the type of a class that it is not to look into. */
abstract class ClassTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;

  ClassTypeInfo(Class<T> type) {
    this.type = requireNonNull(type, "type");
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

  @Override
  public final boolean canEqual(Object other) {
    return other.getClass() == getClass();
  }

  @Override
  public final String toString() {
    return "%s<%s>".formatted(getClass().getSimpleName(), type.getSimpleName());
  }
}
