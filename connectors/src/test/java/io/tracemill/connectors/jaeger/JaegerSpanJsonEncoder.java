package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes each span as a {@code jaeger.api_v2.Span} with its process, in protobuf's JSON. */
public final class JaegerSpanJsonEncoder implements RecordEncoder {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return JaegerSpan.of(request).stream().map(JaegerSpanJsonEncoder::record).toList();
  }

  private static byte[] record(JaegerSpan span) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      JaegerJson.ofRecords(json).span(span);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing an array needs no input or output", e);
    }
    return bytes.toByteArray();
  }
}
