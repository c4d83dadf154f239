package io.tracemill.connectors.otlp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes messages of OTLP as its JSON: protobuf's mapping, except that ids are hexadecimal and
 * enumerations are numbers. It omits fields with default values.
 */
public final class OtlpJsonWriter {
  private static final JsonFactory JSON = new JsonFactory();

  /** Fields in hexadecimal; protobuf's own mapping would use base64. */
  private static final Set<String> IDS = Set.of("traceId", "spanId", "parentSpanId");

  private final JsonGenerator json;

  private OtlpJsonWriter(JsonGenerator json) {
    this.json = json;
  }

  /** A message as one line, without a line break. */
  public static byte[] write(Message request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      new OtlpJsonWriter(json).writeMessage(request);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing an array needs no input or output", e);
    }
    return bytes.toByteArray();
  }

  private void writeMessage(Message message) throws IOException {
    json.writeStartObject();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      json.writeFieldName(field.getKey().getJsonName());
      if (field.getKey().isRepeated()) {
        json.writeStartArray();
        for (Object value : (List<?>) field.getValue()) {
          writeValue(field.getKey(), value);
        }
        json.writeEndArray();
      } else {
        writeValue(field.getKey(), field.getValue());
      }
    }
    json.writeEndObject();
  }

  private void writeValue(FieldDescriptor field, Object value) throws IOException {
    switch (field.getType()) {
      case MESSAGE -> writeMessage((Message) value);
      case STRING -> json.writeString((String) value);
      case BYTES -> writeBytes(field, (ByteString) value);
      case ENUM -> json.writeNumber(((EnumValueDescriptor) value).getNumber());
      case BOOL -> json.writeBoolean((boolean) value);
      case DOUBLE -> json.writeNumber((double) value);
      case UINT32, FIXED32 -> json.writeNumber(Integer.toUnsignedLong((int) value));
      case UINT64, FIXED64 -> json.writeString(Long.toUnsignedString((long) value));
      case INT64, SFIXED64 -> json.writeString(Long.toString((long) value));
      case INT32, SFIXED32 -> json.writeNumber((int) value);
      default -> throw new IllegalStateException("OTLP has no field like " + field);
    }
  }

  private void writeBytes(FieldDescriptor field, ByteString value) throws IOException {
    if (IDS.contains(field.getJsonName())) {
      json.writeString(HexFormat.of().formatHex(value.toByteArray()));
    } else {
      json.writeBinary(value.toByteArray());
    }
  }
}
