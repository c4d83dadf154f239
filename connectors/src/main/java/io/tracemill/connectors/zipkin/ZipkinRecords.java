package io.tracemill.connectors.zipkin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Fills one record after the other with spans that are written already: in both encodings a list is
 * no more than its spans and what stands around and between them.
 */
final class ZipkinRecords {
  private final byte[] begin;
  private final byte[] separator;
  private final byte[] end;
  private final int maxBytes;
  private final List<byte[]> records = new ArrayList<>();
  private final ByteArrayOutputStream record = new ByteArrayOutputStream();

  private ZipkinRecords(String begin, String separator, String end, int maxBytes) {
    this.begin = begin.getBytes(US_ASCII);
    this.separator = separator.getBytes(US_ASCII);
    this.end = end.getBytes(US_ASCII);
    this.maxBytes = maxBytes;
  }

  /** Lists in protobuf, whose spans stand side by side. */
  static ZipkinRecords proto(int maxBytes) {
    return new ZipkinRecords("", "", "", maxBytes);
  }

  static ZipkinRecords json(int maxBytes) {
    return new ZipkinRecords("[", ",", "]", maxBytes);
  }

  /** All spans of {@code request} as {@code writer} writes them, in its order. */
  List<byte[]> of(ExportTraceServiceRequest request, Function<ZipkinFields, byte[]> writer) {
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        scope
            .getSpansList()
            .forEach(span -> add(writer.apply(ZipkinFields.of(resource.getResource(), span))));
      }
    }
    endRecord();
    return records;
  }

  private void add(byte[] span) {
    long grown = (long) record.size() + separator.length + span.length + end.length;
    if (grown > maxBytes) {
      endRecord();
    }
    record.writeBytes(record.size() == 0 ? begin : separator);
    record.writeBytes(span);
  }

  private void endRecord() {
    if (record.size() > 0) {
      record.writeBytes(end);
      records.add(record.toByteArray());
      record.reset();
    }
  }
}
