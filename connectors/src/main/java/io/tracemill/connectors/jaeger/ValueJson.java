package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** A value that a tag cannot have, as JSON. Protobuf's parser bounds how deep it is. */
final class ValueJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ValueJson() {}

  static String of(AnyValue value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing a string needs no input or output", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, AnyValue value) throws IOException {
    switch (value.getValueCase()) {
      case STRING_VALUE -> json.writeString(value.getStringValue());
      case BOOL_VALUE -> json.writeBoolean(value.getBoolValue());
      case INT_VALUE -> json.writeNumber(value.getIntValue());
      case DOUBLE_VALUE -> json.writeNumber(value.getDoubleValue());
      case BYTES_VALUE -> json.writeBinary(value.getBytesValue().toByteArray());
      case ARRAY_VALUE -> {
        json.writeStartArray();
        for (AnyValue element : value.getArrayValue().getValuesList()) {
          write(json, element);
        }
        json.writeEndArray();
      }
      case KVLIST_VALUE -> {
        json.writeStartObject();
        for (KeyValue member : value.getKvlistValue().getValuesList()) {
          json.writeFieldName(member.getKey());
          write(json, member.getValue());
        }
        json.writeEndObject();
      }
      default -> json.writeNull();
    }
  }
}
