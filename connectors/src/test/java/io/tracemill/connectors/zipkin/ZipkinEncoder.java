package io.tracemill.connectors.zipkin;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.ValidSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import zipkin2.Span;
import zipkin2.codec.SpanBytesEncoder;

/**
 * Writes spans as lists of Zipkin's, version 2, by Zipkin's own library. It omits spans that are
 * not {@link ValidSpan valid}, because Zipkin's format cannot hold them.
 */
public final class ZipkinEncoder implements RecordEncoder {
  private final SpanBytesEncoder encoder;

  private ZipkinEncoder(SpanBytesEncoder encoder) {
    this.encoder = encoder;
  }

  /** Writes {@code ListOfSpans} in protobuf. */
  public static RecordEncoder proto() {
    return new ZipkinEncoder(SpanBytesEncoder.PROTO3);
  }

  /** Writes arrays in JSON. */
  public static RecordEncoder json() {
    return new ZipkinEncoder(SpanBytesEncoder.JSON_V2);
  }

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    List<byte[]> records = new ArrayList<>();
    List<Span> list = new ArrayList<>();
    // One byte for the first bracket, and one for the comma or bracket after each span.
    long bytes = 1;
    for (Span span : spans(request)) {
      int size = encoder.sizeInBytes(span) + 1;
      if (!list.isEmpty() && bytes + size > maxBytes) {
        records.add(encoded(list));
        list.clear();
        bytes = 1;
      }
      list.add(span);
      bytes += size;
    }
    if (!list.isEmpty()) {
      records.add(encoded(list));
    }
    return records;
  }

  /**
   * Encodes a list as a record. With U+2028 and other characters in a name, the library leaves zero
   * bytes behind JSON.
   */
  private byte[] encoded(List<Span> list) {
    byte[] bytes = encoder.encodeList(list);
    int length = bytes.length;
    while (encoder == SpanBytesEncoder.JSON_V2 && bytes[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(bytes, length);
  }

  private static List<Span> spans(ExportTraceServiceRequest request) {
    List<Span> spans = new ArrayList<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        scope.getSpansList().stream()
            .filter(ValidSpan::test)
            .forEach(span -> spans.add(ToZipkin.span(resource.getResource(), span)));
      }
    }
    return spans;
  }
}
