package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.SpanTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Attributes as tags, and tags for what Jaeger's spans have no field for: kind, status, scope and
 * trace state. A tag's value is a string, a boolean, an integer, a double or bytes; lists and maps
 * become strings of JSON, and an attribute without a value has no tag.
 */
final class JaegerTags {
  static final String STATUS_DESCRIPTION = "otel.status_description";
  static final String SCOPE_NAME = "otel.scope.name";
  static final String SCOPE_VERSION = "otel.scope.version";
  static final String TRACE_STATE = "w3c.tracestate";

  /** The field of a log that is an event's name. */
  static final String EVENT = "event";

  private JaegerTags() {}

  static List<KeyValue> of(List<KeyValue> attributes) {
    List<KeyValue> tags = new ArrayList<>();
    for (KeyValue attribute : attributes) {
      switch (attribute.getValue().getValueCase()) {
        case STRING_VALUE, BOOL_VALUE, INT_VALUE, DOUBLE_VALUE, BYTES_VALUE -> tags.add(attribute);
        case ARRAY_VALUE, KVLIST_VALUE ->
            tags.add(string(attribute.getKey(), ValueJson.of(attribute.getValue())));
        default -> {}
      }
    }
    return tags;
  }

  /**
   * The tags of a span. Of its attributes those that a reader would take for its kind or its status
   * are left out: these are what the span says of itself.
   */
  static List<KeyValue> of(Span span, InstrumentationScope scope) {
    List<KeyValue> tags = of(span.getAttributesList());
    tags.removeIf(tag -> SpanTags.MEANINGFUL.contains(tag.getKey()));
    SpanKind kind = SpanKind.ofNumber(span.getKindValue());
    if (kind != SpanKind.UNSPECIFIED) {
      tags.add(string(SpanTags.SPAN_KIND, kind.name().toLowerCase(Locale.ROOT)));
    }
    addStatus(tags, span.getStatus());
    addText(tags, SCOPE_NAME, scope.getName());
    addText(tags, SCOPE_VERSION, scope.getVersion());
    addText(tags, TRACE_STATE, span.getTraceState());
    return tags;
  }

  private static void addStatus(List<KeyValue> tags, Status status) {
    if (status.getCode() == Status.StatusCode.STATUS_CODE_ERROR) {
      tags.add(string(SpanTags.STATUS_CODE, SpanTags.STATUS_ERROR));
      AnyValue error = AnyValue.newBuilder().setBoolValue(true).build();
      tags.add(KeyValue.newBuilder().setKey(SpanTags.ERROR).setValue(error).build());
    } else if (status.getCode() == Status.StatusCode.STATUS_CODE_OK) {
      tags.add(string(SpanTags.STATUS_CODE, SpanTags.STATUS_OK));
    }
    addText(tags, STATUS_DESCRIPTION, status.getMessage());
  }

  /** The fields of the log that an event becomes. */
  static List<KeyValue> of(Span.Event event) {
    List<KeyValue> fields = new ArrayList<>();
    addText(fields, EVENT, event.getName());
    fields.addAll(of(event.getAttributesList()));
    return fields;
  }

  /** The flags of a span, of which OpenTelemetry and Jaeger share one: whether it was sampled. */
  static int flags(Span span) {
    return span.getFlags() & 1;
  }

  private static void addText(List<KeyValue> tags, String key, String text) {
    if (!text.isEmpty()) {
      tags.add(string(key, text));
    }
  }

  private static KeyValue string(String key, String text) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(text))
        .build();
  }

  /** The text of a value that is a string, a boolean or a number. */
  static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
      case INT_VALUE -> Long.toString(value.getIntValue());
      case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
      default -> throw new IllegalArgumentException("a tag's text cannot be " + value);
    };
  }
}
