package io.tracemill.connectors.otlp;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of OTLP's messages by their names in JSON, which are in lowerCamelCase alone. */
final class OtlpJsonFields {
  private static final Set<String> IDS = Set.of("traceId", "spanId", "parentSpanId");

  private final Map<Descriptor, Map<String, FieldDescriptor>> byMessage = new HashMap<>();

  /** The field called so; empty if this version of OTLP has none. */
  Optional<FieldDescriptor> find(Descriptor message, String name) {
    return Optional.ofNullable(
        byMessage.computeIfAbsent(message, OtlpJsonFields::byName).get(name));
  }

  private static Map<String, FieldDescriptor> byName(Descriptor message) {
    Map<String, FieldDescriptor> fields = new HashMap<>();
    message.getFields().forEach(field -> fields.put(field.getJsonName(), field));
    return fields;
  }

  /** Whether the field is in hexadecimal, where protobuf's own mapping would have base64. */
  static boolean isId(FieldDescriptor field) {
    return IDS.contains(field.getJsonName());
  }
}
