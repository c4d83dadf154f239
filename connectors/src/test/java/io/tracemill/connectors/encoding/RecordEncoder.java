package io.tracemill.connectors.encoding;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.List;

/** Writes spans as records of one encoding, with every field that the encoding has. */
public interface RecordEncoder {
  /**
   * The values of the records that hold the spans of {@code request}, in its order. Formats other
   * than OTLP cannot hold spans that are not {@link ValidSpan valid}, and omit them.
   *
   * @param maxBytes the most that a record should have; one with a single span may have more
   */
  List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes);
}
