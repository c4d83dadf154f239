package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.RequestWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes a document as Jaeger's query API answers and its user interface loads: {@code {"data":
 * [{"traceID", "spans", "processes"}]}}. No more than one request is in memory at a time.
 */
public final class JaegerDocumentWriter implements RequestWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  /** Writes to {@code out}, which {@link #close} closes. */
  public JaegerDocumentWriter(OutputStream out) throws IOException {
    json = JSON.createGenerator(out);
    json.writeStartObject();
    json.writeArrayFieldStart("data");
  }

  /**
   * Writes an element for each trace of {@code request}. A trace may come in several requests, and
   * then has several elements. Where a request is a unit of event time, so are its elements when
   * they are read again: the one that ends last stands first.
   */
  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    for (JaegerTrace trace : JaegerTrace.of(request)) {
      write(trace);
    }
  }

  private void write(JaegerTrace trace) throws IOException {
    json.writeStartObject();
    json.writeStringField("traceID", hex(trace.traceId()));
    json.writeArrayFieldStart("spans");
    for (JaegerTrace.Member member : trace.members()) {
      write(member);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("processes");
    for (var process : trace.processIds().entrySet()) {
      json.writeObjectFieldStart(process.getValue());
      json.writeStringField("serviceName", process.getKey().serviceName());
      tags("tags", process.getKey().tags());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void write(JaegerTrace.Member member) throws IOException {
    Span span = member.span();
    json.writeStartObject();
    json.writeStringField("traceID", hex(JaegerIds.traceId(span.getTraceId())));
    json.writeStringField("spanID", hex(JaegerIds.spanId(span.getSpanId())));
    json.writeNumberField("flags", JaegerTags.flags(span));
    json.writeStringField("operationName", span.getName());
    references(JaegerReference.of(span));
    json.writeNumberField("startTime", Micros.of(span.getStartTimeUnixNano()));
    json.writeNumberField(
        "duration", Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano()));
    tags("tags", JaegerTags.of(span, member.scope()));
    logs(span.getEventsList());
    json.writeStringField("processID", member.processId());
    json.writeEndObject();
  }

  private void references(List<JaegerReference> references) throws IOException {
    json.writeArrayFieldStart("references");
    for (JaegerReference reference : references) {
      json.writeStartObject();
      json.writeStringField("refType", reference.followsFrom() ? "FOLLOWS_FROM" : "CHILD_OF");
      json.writeStringField("traceID", hex(reference.traceId()));
      json.writeStringField("spanID", hex(reference.spanId()));
      json.writeEndObject();
    }
    json.writeEndArray();
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
        json.writeStringField("type", "bool");
        json.writeBooleanField("value", value.getBoolValue());
      }
      case INT_VALUE -> {
        json.writeStringField("type", "int64");
        json.writeNumberField("value", value.getIntValue());
      }
      case DOUBLE_VALUE -> {
        json.writeStringField("type", "float64");
        json.writeNumberField("value", value.getDoubleValue());
      }
      case BYTES_VALUE -> {
        json.writeStringField("type", JaegerDocumentTag.BINARY);
        json.writeBinaryField("value", value.getBytesValue().toByteArray());
      }
      default -> {
        json.writeStringField("type", "string");
        json.writeStringField("value", JaegerTags.text(value));
      }
    }
  }

  private void logs(List<Span.Event> events) throws IOException {
    json.writeArrayFieldStart("logs");
    for (Span.Event event : events) {
      json.writeStartObject();
      json.writeNumberField("timestamp", Micros.of(event.getTimeUnixNano()));
      tags("fields", JaegerTags.of(event));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  /** Ends the document. */
  @Override
  public void close() throws IOException {
    json.close();
  }
}
