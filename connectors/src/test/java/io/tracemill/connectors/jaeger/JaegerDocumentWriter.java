package io.tracemill.connectors.jaeger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a document in the format of Jaeger's query API and user interface: {@code {"data":
 * [{"traceID", "spans", "processes"}]}}. No more than one request is in memory at a time.
 */
public final class JaegerDocumentWriter implements RequestWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;
  private final JaegerJson spans;

  /** Writes to {@code out}, which {@link #close} closes. */
  public JaegerDocumentWriter(OutputStream out) throws IOException {
    json = JSON.createGenerator(out);
    spans = JaegerJson.ofDocuments(json);
    json.writeStartObject();
    json.writeArrayFieldStart("data");
  }

  /**
   * Writes an element for each trace of {@code request}. A trace in several requests has several
   * elements. The element that ends last comes first, so a reader gives all elements of a request
   * one event time.
   */
  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    Map<ByteString, List<JaegerSpan>> traces = new LinkedHashMap<>();
    for (JaegerSpan span : JaegerSpan.of(request)) {
      traces.computeIfAbsent(span.span().getTraceId(), id -> new ArrayList<>()).add(span);
    }
    List<List<JaegerSpan>> latestFirst = new ArrayList<>(traces.values());
    latestFirst.sort(Comparator.comparingLong(JaegerDocumentWriter::endMicros).reversed());
    for (List<JaegerSpan> trace : latestFirst) {
      writeTrace(trace);
    }
  }

  private static long endMicros(List<JaegerSpan> trace) {
    return trace.stream()
        .mapToLong(span -> span.startMicros() + span.durationMicros())
        .max()
        .orElse(0);
  }

  private void writeTrace(List<JaegerSpan> trace) throws IOException {
    Map<JaegerSpan.Writer, String> processIds = new LinkedHashMap<>();
    json.writeStartObject();
    spans.traceId(trace.get(0).span().getTraceId());
    json.writeArrayFieldStart("spans");
    for (JaegerSpan span : trace) {
      String next = "p" + (processIds.size() + 1);
      spans.span(span, processIds.computeIfAbsent(span.process(), process -> next));
    }
    json.writeEndArray();
    json.writeObjectFieldStart("processes");
    for (Map.Entry<JaegerSpan.Writer, String> process : processIds.entrySet()) {
      json.writeFieldName(process.getValue());
      spans.process(process.getKey());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Ends the document. */
  @Override
  public void close() throws IOException {
    json.close();
  }
}
