package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Writes each span as a {@code jaeger.api_v2.Span} with its process in protobuf's JSON: ids and
 * bytes in base64, times in RFC 3339, durations in seconds, and no members for default values.
 */
public final class JaegerSpanJsonEncoder implements RecordEncoder {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MICRO_DIGITS = 6;

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return SpanRecords.of(request, JaegerSpanJsonEncoder::span);
  }

  private static byte[] span(Span span, InstrumentationScope scope, JaegerProcess process) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      binary(json, "traceId", JaegerIds.traceId(span.getTraceId()));
      binary(json, "spanId", JaegerIds.spanId(span.getSpanId()));
      text(json, "operationName", span.getName());
      references(json, JaegerReference.of(span));
      if (JaegerTags.flags(span) != 0) {
        json.writeNumberField("flags", JaegerTags.flags(span));
      }
      json.writeStringField("startTime", instant(span.getStartTimeUnixNano()));
      json.writeStringField(
          "duration",
          seconds(Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano())));
      tags(json, "tags", JaegerTags.of(span, scope));
      logs(json, span.getEventsList());
      process(json, process);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("Writing an array needs no input or output", e);
    }
    return bytes.toByteArray();
  }

  private static void references(JsonGenerator json, List<JaegerReference> references)
      throws IOException {
    if (references.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("references");
    for (JaegerReference reference : references) {
      json.writeStartObject();
      binary(json, "traceId", reference.traceId());
      binary(json, "spanId", reference.spanId());
      text(json, "refType", reference.followsFrom() ? "FOLLOWS_FROM" : "");
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void tags(JsonGenerator json, String member, List<KeyValue> tags)
      throws IOException {
    if (tags.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(member);
    for (KeyValue tag : tags) {
      json.writeStartObject();
      text(json, "key", tag.getKey());
      value(json, tag.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void value(JsonGenerator json, AnyValue value) throws IOException {
    switch (value.getValueCase()) {
      case BOOL_VALUE -> {
        json.writeStringField("vType", "BOOL");
        json.writeBooleanField("vBool", value.getBoolValue());
      }
      case INT_VALUE -> {
        json.writeStringField("vType", "INT64");
        json.writeStringField("vInt64", Long.toString(value.getIntValue()));
      }
      case DOUBLE_VALUE -> {
        json.writeStringField("vType", "FLOAT64");
        json.writeNumberField("vFloat64", value.getDoubleValue());
      }
      case BYTES_VALUE -> {
        json.writeStringField("vType", "BINARY");
        binary(json, "vBinary", value.getBytesValue());
      }
      default -> text(json, "vStr", JaegerTags.text(value));
    }
  }

  private static void logs(JsonGenerator json, List<Span.Event> events) throws IOException {
    if (events.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("logs");
    for (Span.Event event : events) {
      json.writeStartObject();
      json.writeStringField("timestamp", instant(event.getTimeUnixNano()));
      tags(json, "fields", JaegerTags.of(event));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void process(JsonGenerator json, JaegerProcess process) throws IOException {
    json.writeObjectFieldStart("process");
    text(json, "serviceName", process.serviceName());
    tags(json, "tags", process.tags());
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String member, String text) throws IOException {
    if (!text.isEmpty()) {
      json.writeStringField(member, text);
    }
  }

  private static void binary(JsonGenerator json, String member, ByteString bytes)
      throws IOException {
    json.writeBinaryField(member, bytes.toByteArray());
  }

  private static String instant(long nanos) {
    return Instant.EPOCH.plus(Micros.of(nanos), ChronoUnit.MICROS).toString();
  }

  private static String seconds(long micros) {
    return BigDecimal.valueOf(micros, MICRO_DIGITS).toPlainString() + "s";
  }
}
