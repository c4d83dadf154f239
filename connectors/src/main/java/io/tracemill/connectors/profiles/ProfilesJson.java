package io.tracemill.connectors.profiles;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads OTLP profiles in JSON, by the message's field descriptors. Ignores unknown fields, and byte
 * fields, which are only ids.
 */
final class ProfilesJson {
  private static final JsonFactory JSON = new JsonFactory();

  private ProfilesJson() {}

  static ExportProfilesServiceRequest read(byte[] json) throws MalformedRecordException {
    ExportProfilesServiceRequest.Builder request = ExportProfilesServiceRequest.newBuilder();
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      readMessage(parser, request);
      return request.build();
    } catch (JsonProcessingException e) {
      throw new MalformedRecordException("not JSON: " + e.getOriginalMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new MalformedRecordException("not JSON of OTLP profiles: " + e.getMessage());
    }
  }

  private static void readMessage(JsonParser parser, Message.Builder to)
      throws IOException, MalformedRecordException {
    expect(parser, JsonToken.START_OBJECT);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      FieldDescriptor field = field(to.getDescriptorForType(), name);
      JsonToken token = parser.nextToken();
      if (field == null || token == JsonToken.VALUE_NULL || isSkipped(field)) {
        parser.skipChildren();
      } else if (field.isRepeated()) {
        expect(parser, JsonToken.START_ARRAY);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          to.addRepeatedField(field, value(parser, field, to));
        }
      } else {
        to.setField(field, value(parser, field, to));
      }
    }
  }

  private static @Nullable FieldDescriptor field(Descriptor message, String name) {
    for (FieldDescriptor field : message.getFields()) {
      if (field.getJsonName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static boolean isSkipped(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.BYTES;
  }

  private static void expect(JsonParser parser, JsonToken token) throws MalformedRecordException {
    if (parser.currentToken() != token) {
      throw new MalformedRecordException(
          "%s where %s is expected".formatted(parser.currentToken(), token));
    }
  }

  /** Numbers may be strings, as 64-bit numbers usually are. */
  private static Object value(JsonParser parser, FieldDescriptor field, Message.Builder parent)
      throws IOException, MalformedRecordException {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
      Message.Builder message = parent.newBuilderForField(field);
      readMessage(parser, message);
      return message.build();
    }
    if (!parser.currentToken().isScalarValue()) {
      throw new MalformedRecordException("no value for " + field.getJsonName());
    }
    String text = parser.getText();
    return switch (field.getType()) {
      case STRING -> text;
      case BOOL -> Boolean.parseBoolean(text);
      case DOUBLE -> Double.parseDouble(text);
      case INT64 -> Long.parseLong(text);
      case UINT64, FIXED64 -> Long.parseUnsignedLong(text);
      case INT32 -> Integer.parseInt(text);
      case UINT32 -> Integer.parseUnsignedInt(text);
      default -> throw new IllegalStateException("OTLP profiles have no field like " + field);
    };
  }
}
