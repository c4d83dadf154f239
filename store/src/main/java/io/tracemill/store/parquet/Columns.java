package io.tracemill.store.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The types of columns. */
final class Columns {
  /** Name of the repeated level of a list. */
  static final String LIST = "list";

  /** Name of the values of a list. */
  static final String ELEMENT = "element";

  private Columns() {}

  static Type text(String name) {
    return Types.required(BINARY).as(LogicalTypeAnnotation.stringType()).named(name);
  }

  static Type int32(String name) {
    return of(INT32, name);
  }

  static Type int64(String name) {
    return of(INT64, name);
  }

  static Type of(PrimitiveTypeName type, String name) {
    return Types.required(type).named(name);
  }

  /** A list; the name of {@code element} must be {@link #ELEMENT}. */
  static GroupType list(String name, Type element) {
    return Types.requiredList().element(element).named(name);
  }

  /** The struct of a list. */
  static GroupType struct(Type... fields) {
    return Types.requiredGroup().addFields(fields).named(ELEMENT);
  }
}
