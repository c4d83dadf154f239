package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads the tags of documents as attributes, so that each has the text that the tag had. */
final class JaegerTagReader {
  private final JsonInput json;
  private final JaegerDocumentTag tag;

  JaegerTagReader(JsonInput json) {
    this.json = json;
    tag = new JaegerDocumentTag(json);
  }

  /** Reads the array that the input stands at; what is no tag or has no value is left out. */
  List<KeyValue> read() throws IOException, MalformedRecordException {
    List<KeyValue> attributes = new ArrayList<>();
    if (!json.array()) {
      return attributes;
    }
    while (json.nextElement()) {
      json.attempt(() -> addTag(attributes));
    }
    return attributes;
  }

  private void addTag(List<KeyValue> attributes) throws IOException, MalformedRecordException {
    boolean hasText = tag.read();
    if (tag.hasValue()) {
      String text = tag.text().toString();
      attributes.add(
          KeyValue.newBuilder()
              .setKey(tag.key().toString())
              .setValue(hasText ? typed(tag.type(), text) : binary(text))
              .build());
    }
  }

  private static AnyValue binary(String text) {
    ByteString bytes;
    try {
      bytes = ByteString.copyFrom(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      bytes = ByteString.copyFromUtf8(text);
    }
    return AnyValue.newBuilder().setBytesValue(bytes).build();
  }

  /** The value of that type, unless it would not be written as the same text. */
  private static AnyValue typed(String type, String text) {
    AnyValue value = parsed(type, text);
    return JaegerTags.text(value).equals(text) ? value : string(text);
  }

  private static AnyValue parsed(String type, String text) {
    try {
      AnyValue.Builder value = AnyValue.newBuilder();
      return switch (type) {
        case "bool" -> value.setBoolValue(Boolean.parseBoolean(text)).build();
        case "int64" -> value.setIntValue(Long.parseLong(text)).build();
        case "float64" -> value.setDoubleValue(Double.parseDouble(text)).build();
        default -> string(text);
      };
    } catch (NumberFormatException e) {
      return string(text);
    }
  }

  private static AnyValue string(String text) {
    return AnyValue.newBuilder().setStringValue(text).build();
  }
}
