package io.tracemill.connectors.zipkin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Writes spans as arrays of Zipkin's JSON, version 2, see {@link ZipkinFields}. */
public final class ZipkinJsonEncoder implements RecordEncoder {
  /** Escapes what is not ASCII, because a text may hold a lone surrogate. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return ZipkinRecords.json(maxBytes).of(request, ZipkinJsonEncoder::bytes);
  }

  private static byte[] bytes(ZipkinFields span) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      writeSpan(json, span);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to an array needs no input or output", e);
    }
    return bytes.toByteArray();
  }

  private static void writeSpan(JsonGenerator json, ZipkinFields span) throws IOException {
    json.writeStartObject();
    json.writeStringField("traceId", hex(span.traceId()));
    if (!span.parentId().isEmpty()) {
      json.writeStringField("parentId", hex(span.parentId()));
    }
    json.writeStringField("id", hex(span.id()));
    switch (span.kind()) {
      case UNSPECIFIED, INTERNAL -> {}
      default -> json.writeStringField("kind", span.kind().name());
    }
    if (!span.name().isEmpty()) {
      json.writeStringField("name", span.name());
    }
    if (span.startMicros() != 0) {
      json.writeNumberField("timestamp", span.startMicros());
    }
    if (span.durationMicros() != 0) {
      json.writeNumberField("duration", span.durationMicros());
    }
    writeEndpoint(json, "localEndpoint", span.service());
    writeEndpoint(json, "remoteEndpoint", span.peer());
    writeAnnotations(json, span.annotations());
    writeTags(json, span.tags());
    json.writeEndObject();
  }

  private static void writeEndpoint(JsonGenerator json, String member, String service)
      throws IOException {
    if (!service.isEmpty()) {
      json.writeObjectFieldStart(member);
      json.writeStringField("serviceName", service);
      json.writeEndObject();
    }
  }

  private static void writeAnnotations(
      JsonGenerator json, List<ZipkinFields.Annotation> annotations) throws IOException {
    if (annotations.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("annotations");
    for (ZipkinFields.Annotation annotation : annotations) {
      json.writeStartObject();
      json.writeNumberField("timestamp", annotation.micros());
      json.writeStringField("value", annotation.value());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeTags(JsonGenerator json, Map<String, String> tags) throws IOException {
    if (tags.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("tags");
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      json.writeStringField(tag.getKey(), tag.getValue());
    }
    json.writeEndObject();
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }
}
