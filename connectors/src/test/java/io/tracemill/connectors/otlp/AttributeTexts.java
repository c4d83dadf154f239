package io.tracemill.connectors.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** OpenTelemetry attributes as text, for formats whose tags are text. */
public final class AttributeTexts {
  private AttributeTexts() {}

  /** The strings, booleans and numbers as text; the last value of a key wins. */
  public static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (KeyValue attribute : attributes) {
      switch (attribute.getValue().getValueCase()) {
        case STRING_VALUE, BOOL_VALUE, INT_VALUE, DOUBLE_VALUE ->
            texts.put(attribute.getKey(), text(attribute.getValue()));
        default -> {}
      }
    }
    return texts;
  }

  /** A string, boolean or number as text. */
  public static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
      case INT_VALUE -> Long.toString(value.getIntValue());
      case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
      default -> throw new IllegalArgumentException("an attribute without a text: " + value);
    };
  }
}
