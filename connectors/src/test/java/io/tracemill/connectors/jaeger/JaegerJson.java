package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.otlp.AttributeTexts;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Writes spans in one of Jaeger's two kinds of JSON, which differ in names and types.
 *
 * <pre>
 *           documents, as the query API answers   records, in protobuf's JSON
 * ids       traceID, hexadecimal                  traceId, base64
 * times     microseconds                          RFC 3339, seconds with a unit
 * tags      {key, type, value}                    {key, vType, vStr | vBool | ...}
 * process   processID, kept apart                 process
 * </pre>
 */
final class JaegerJson {
  private static final int MICRO_DIGITS = 6;

  private final JsonGenerator json;
  private final boolean record;

  private JaegerJson(JsonGenerator json, boolean record) {
    this.json = json;
    this.record = record;
  }

  static JaegerJson ofDocuments(JsonGenerator json) {
    return new JaegerJson(json, false);
  }

  static JaegerJson ofRecords(JsonGenerator json) {
    return new JaegerJson(json, true);
  }

  /** Writes a span of a record with its process. */
  void span(JaegerSpan span) throws IOException {
    json.writeStartObject();
    fields(span);
    json.writeFieldName("process");
    process(span.process());
    json.writeEndObject();
  }

  /** Writes a span of a document. */
  void span(JaegerSpan span, String processId) throws IOException {
    json.writeStartObject();
    fields(span);
    json.writeStringField("processID", processId);
    json.writeEndObject();
  }

  private void fields(JaegerSpan span) throws IOException {
    traceId(span.span().getTraceId());
    spanId(span.span().getSpanId());
    json.writeNumberField("flags", span.flags());
    json.writeStringField("operationName", span.span().getName());
    json.writeArrayFieldStart("references");
    for (JaegerSpan.Reference reference : span.references()) {
      json.writeStartObject();
      json.writeStringField("refType", reference.type());
      traceId(reference.traceId());
      spanId(reference.spanId());
      json.writeEndObject();
    }
    json.writeEndArray();
    instant("startTime", span.startMicros());
    duration("duration", span.durationMicros());
    tags("tags", span.tags());
    json.writeArrayFieldStart("logs");
    for (Span.Event event : span.span().getEventsList()) {
      json.writeStartObject();
      instant("timestamp", Micros.of(event.getTimeUnixNano()));
      tags("fields", JaegerSpan.fields(event));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the fields of a process. */
  void process(JaegerSpan.Writer process) throws IOException {
    json.writeStartObject();
    json.writeStringField("serviceName", process.serviceName());
    tags("tags", process.tags());
    json.writeEndObject();
  }

  /** Writes a field that is the id of a trace. */
  void traceId(ByteString id) throws IOException {
    id(record ? "traceId" : "traceID", id);
  }

  private void spanId(ByteString id) throws IOException {
    id(record ? "spanId" : "spanID", id);
  }

  private void id(String member, ByteString id) throws IOException {
    if (record) {
      json.writeBinaryField(member, id.toByteArray());
    } else {
      json.writeStringField(member, HexFormat.of().formatHex(id.toByteArray()));
    }
  }

  private void instant(String member, long micros) throws IOException {
    if (record) {
      json.writeStringField(member, Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
    } else {
      json.writeNumberField(member, micros);
    }
  }

  private void duration(String member, long micros) throws IOException {
    if (record) {
      json.writeStringField(member, BigDecimal.valueOf(micros, MICRO_DIGITS).toPlainString() + "s");
    } else {
      json.writeNumberField(member, micros);
    }
  }

  private void tags(String member, List<KeyValue> tags) throws IOException {
    json.writeArrayFieldStart(member);
    for (KeyValue tag : tags) {
      json.writeStartObject();
      json.writeStringField("key", tag.getKey());
      value(tag.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void value(AnyValue value) throws IOException {
    switch (value.getValueCase()) {
      case BOOL_VALUE -> {
        type("bool", "vBool");
        json.writeBoolean(value.getBoolValue());
      }
      case INT_VALUE -> {
        type("int64", "vInt64");
        if (record) {
          json.writeString(Long.toString(value.getIntValue()));
        } else {
          json.writeNumber(value.getIntValue());
        }
      }
      case DOUBLE_VALUE -> {
        type("float64", "vFloat64");
        json.writeNumber(value.getDoubleValue());
      }
      case BYTES_VALUE -> {
        type("binary", "vBinary");
        json.writeBinary(value.getBytesValue().toByteArray());
      }
      default -> {
        type("string", "vStr");
        json.writeString(AttributeTexts.text(value));
      }
    }
  }

  private void type(String type, String member) throws IOException {
    json.writeStringField(record ? "vType" : "type", record ? type.toUpperCase(Locale.ROOT) : type);
    json.writeFieldName(record ? member : "value");
  }
}
