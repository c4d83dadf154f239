package io.tracemill.connectors.encoding;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Attributes of OpenTelemetry's model as texts, for formats whose tags are texts. */
public final class Attributes {
  /** The attribute of a resource that names its service. */
  public static final String SERVICE_NAME = "service.name";

  private Attributes() {}

  public static KeyValue of(String key, String text) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(text))
        .build();
  }

  /** The values that are a string, a boolean or a number, as text; the last of each key. */
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

  /** The text of a value that is a string, a boolean or a number. */
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
