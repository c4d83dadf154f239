package io.tracemill.cli.options;

import io.tracemill.analysis.cohort.AttributeValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Attributes on the command line: {@code service.version=v2}. */
public final class AttributeConverter implements ITypeConverter<AttributeValue> {
  @Override
  public AttributeValue convert(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new TypeConversionException(
          "'%s' is no attribute; write key=value, such as service.version=v2".formatted(text));
    }
    return new AttributeValue(text.substring(0, equals), text.substring(equals + 1));
  }
}
