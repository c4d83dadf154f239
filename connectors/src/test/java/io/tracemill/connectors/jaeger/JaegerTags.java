package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.otlp.AttributeTexts;
import io.tracemill.connectors.otlp.Attributes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Attributes as tags, and tags for data without a field in Jaeger's spans: kind, status, scope and
 * trace state. A tag's value is a string, a boolean, an integer, a double or bytes. Lists and maps
 * become strings of JSON; an attribute without a value has no tag.
 */
final class JaegerTags {
  static final String STATUS_DESCRIPTION = "otel.status_description";
  static final String SCOPE_NAME = "otel.scope.name";
  static final String SCOPE_VERSION = "otel.scope.version";
  static final String TRACE_STATE = "w3c.tracestate";

  /** The field of a log that holds an event's name. */
  static final String EVENT = "event";

  private static final JsonFactory JSON = new JsonFactory();

  private JaegerTags() {}

  static List<KeyValue> of(List<KeyValue> attributes) {
    List<KeyValue> tags = new ArrayList<>();
    for (KeyValue attribute : attributes) {
      switch (attribute.getValue().getValueCase()) {
        case STRING_VALUE, BOOL_VALUE, INT_VALUE, DOUBLE_VALUE, BYTES_VALUE -> tags.add(attribute);
        case ARRAY_VALUE, KVLIST_VALUE ->
            tags.add(Attributes.of(attribute.getKey(), json(attribute.getValue())));
        default -> {}
      }
    }
    return tags;
  }

  /**
   * The tags of a span. It omits attributes that a reader would take for the kind or status,
   * because the span's own fields define these.
   */
  static List<KeyValue> of(Span span, InstrumentationScope scope) {
    List<KeyValue> tags = of(span.getAttributesList());
    tags.removeIf(tag -> SpanTags.MEANINGFUL.contains(tag.getKey()));
    SpanKind kind = SpanKind.ofNumber(span.getKindValue());
    if (kind != SpanKind.UNSPECIFIED) {
      tags.add(Attributes.of(SpanTags.SPAN_KIND, kind.name().toLowerCase(Locale.ROOT)));
    }
    addStatus(tags, span.getStatus());
    addText(tags, SCOPE_NAME, scope.getName());
    addText(tags, SCOPE_VERSION, scope.getVersion());
    addText(tags, TRACE_STATE, span.getTraceState());
    return tags;
  }

  private static void addStatus(List<KeyValue> tags, Status status) {
    if (status.getCode() == Status.StatusCode.STATUS_CODE_ERROR) {
      tags.add(Attributes.of(SpanTags.STATUS_CODE, SpanTags.STATUS_ERROR));
      AnyValue error = AnyValue.newBuilder().setBoolValue(true).build();
      tags.add(KeyValue.newBuilder().setKey(SpanTags.ERROR).setValue(error).build());
    } else if (status.getCode() == Status.StatusCode.STATUS_CODE_OK) {
      tags.add(Attributes.of(SpanTags.STATUS_CODE, SpanTags.STATUS_OK));
    }
    addText(tags, STATUS_DESCRIPTION, status.getMessage());
  }

  /**
   * Sets a span's fields from its tags and keeps the other tags as attributes; returns the scope in
   * the tags.
   */
  static InstrumentationScope readInto(Span.Builder span, List<KeyValue> tags) {
    InstrumentationScope.Builder scope = InstrumentationScope.newBuilder();
    for (KeyValue tag : tags) {
      if (tag.getValue().hasBytesValue() || !isMeaningful(span, scope, tag)) {
        span.addAttributes(tag);
      }
    }
    return scope.build();
  }

  /** Sets the field of OTLP that the tag stands for, if any; returns whether there is one. */
  private static boolean isMeaningful(
      Span.Builder span, InstrumentationScope.Builder scope, KeyValue tag) {
    String text = AttributeTexts.text(tag.getValue());
    switch (tag.getKey()) {
      case SpanTags.SPAN_KIND -> span.setKindValue(1 + SpanTags.KINDS.indexOf(text));
      case SpanTags.ERROR, SpanTags.STATUS_CODE -> {
        return isStatus(span, tag.getKey(), text);
      }
      case STATUS_DESCRIPTION -> span.getStatusBuilder().setMessage(text);
      case SCOPE_NAME, "otel.library.name" -> scope.setName(text);
      case SCOPE_VERSION, "otel.library.version" -> scope.setVersion(text);
      case TRACE_STATE -> span.setTraceState(text);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isStatus(Span.Builder span, String key, String text) {
    boolean failure =
        key.equals(SpanTags.ERROR)
            ? !text.equals(SpanTags.NO_ERROR)
            : text.equals(SpanTags.STATUS_ERROR);
    if (failure) {
      span.getStatusBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR);
    } else if (text.equals(SpanTags.STATUS_OK)
        && span.getStatus().getCode() != Status.StatusCode.STATUS_CODE_ERROR) {
      span.getStatusBuilder().setCode(Status.StatusCode.STATUS_CODE_OK);
    }
    return failure || text.equals(SpanTags.STATUS_OK);
  }

  private static void addText(List<KeyValue> tags, String key, String text) {
    if (!text.isEmpty()) {
      tags.add(Attributes.of(key, text));
    }
  }

  private static String json(AnyValue value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing a string needs no input or output", e);
    }
    return text.toString();
  }

  /** Recursive: protobuf's parser limits the depth of a value. */
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
