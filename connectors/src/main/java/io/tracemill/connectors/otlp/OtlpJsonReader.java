package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads OTLP's JSON by the fields of its messages: names in lowerCamelCase alone, numbers perhaps
 * in strings, enumerations as numbers or names. It omits fields that are unknown or of the wrong
 * type.
 */
public final class OtlpJsonReader implements RequestReader {
  /** The maximum nesting depth of messages; deeper values are omitted. */
  private static final int MAX_DEPTH = 90;

  /** Fields in hexadecimal; protobuf's own mapping would use base64. */
  private static final Set<String> IDS = Set.of("traceId", "spanId", "parentSpanId");

  /** Stands for an id that is not hexadecimal: not absent, but of an invalid length. */
  private static final ByteString MALFORMED_ID = ByteString.copyFrom(new byte[1]);

  private static final FieldDescriptor STRING_VALUE =
      AnyValue.getDescriptor().findFieldByNumber(AnyValue.STRING_VALUE_FIELD_NUMBER);

  private final JsonInput json = new JsonInput();
  private final Slice text = new Slice();
  private final Map<Descriptor, Map<String, FieldDescriptor>> fields = new HashMap<>();

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    DecodeResult result = json.decode(unit, () -> readMessage(request, 0));
    if (result instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    }
    return request.build();
  }

  private void readMessage(Message.Builder message, int depth)
      throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      Optional<FieldDescriptor> field = field(message.getDescriptorForType(), json.member());
      if (field.isEmpty() || json.isNull() || depth > MAX_DEPTH) {
        json.skip();
      } else {
        json.attempt(() -> readField(message, field.get(), depth));
      }
    }
  }

  private Optional<FieldDescriptor> field(Descriptor message, String name) {
    return Optional.ofNullable(
        fields.computeIfAbsent(message, OtlpJsonReader::fieldsByName).get(name));
  }

  private static Map<String, FieldDescriptor> fieldsByName(Descriptor message) {
    Map<String, FieldDescriptor> fields = new HashMap<>();
    message.getFields().forEach(field -> fields.put(field.getJsonName(), field));
    return fields;
  }

  private void readField(Message.Builder message, FieldDescriptor field, int depth)
      throws IOException, MalformedRecordException {
    if (field.getJavaType() == JavaType.BOOLEAN) {
      readBool(message, field);
      return;
    }
    if (!field.isRepeated()) {
      message.setField(field, readValue(message, field, depth));
      return;
    }
    json.requireArray();
    while (json.nextElement()) {
      json.attempt(() -> message.addRepeatedField(field, readValue(message, field, depth)));
    }
  }

  /** A value of another type becomes the text that {@link OtlpJsonDecoder} reads from it. */
  private void readBool(Message.Builder value, FieldDescriptor field)
      throws IOException, MalformedRecordException {
    if (json.scalarText(text)) {
      switch (text.toString()) {
        case "true" -> value.setField(field, true);
        case "false" -> value.setField(field, false);
        default -> value.setField(STRING_VALUE, text.toString());
      }
    }
  }

  private Object readValue(Message.Builder message, FieldDescriptor field, int depth)
      throws IOException, MalformedRecordException {
    if (field.getJavaType() != JavaType.MESSAGE) {
      return readScalar(field);
    }
    Message.Builder value = message.newBuilderForField(field);
    readMessage(value, depth + 1);
    return value.build();
  }

  private Object readScalar(FieldDescriptor field) throws IOException, MalformedRecordException {
    return switch (field.getJavaType()) {
      case STRING -> json.string();
      case BYTE_STRING -> isId(field) ? id(json.string()) : bytes(json.string());
      case LONG -> json.integer();
      case INT -> (int) json.integer();
      case DOUBLE -> json.floating();
      case ENUM -> enumValue(field.getEnumType());
      default -> throw new IllegalStateException("OTLP has no field like " + field);
    };
  }

  static boolean isId(FieldDescriptor field) {
    return IDS.contains(field.getJsonName());
  }

  private static ByteString id(String digits) {
    try {
      return ByteString.copyFrom(HexFormat.of().parseHex(digits));
    } catch (IllegalArgumentException e) {
      return MALFORMED_ID;
    }
  }

  private static ByteString bytes(String text) throws MalformedRecordException {
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("bytes that are not in base64");
    }
  }

  /** A name that is unknown counts as unspecified, which is 0. */
  private EnumValueDescriptor enumValue(EnumDescriptor type)
      throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return type.findValueByNumberCreatingIfUnknown((int) json.integer());
    }
    EnumValueDescriptor named = type.findValueByName(json.string());
    return named != null ? named : type.findValueByNumberCreatingIfUnknown(0);
  }
}
