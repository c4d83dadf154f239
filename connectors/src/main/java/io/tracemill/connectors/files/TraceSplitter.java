package io.tracemill.connectors.files;

import static java.util.Comparator.comparingLong;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.OtlpRequests;
import io.tracemill.connectors.otlp.RequestTraces;
import java.util.List;
import java.util.OptionalLong;

/**
 * Cuts a file's only request, or a document, into its traces, which become requests of OTLP in
 * protobuf. A file has no better unit of event time (semantics 2).
 */
final class TraceSplitter {
  private final OtlpRequests requests = new OtlpRequests();
  private final SpanEnds ends = new SpanEnds();

  /** The traces in JSON; all of it as one unit if anything in it cannot be read. */
  List<RawUnit> ofJson(byte[] document) {
    try {
      List<RawUnit> units = split(requests.read(document));
      if (!units.isEmpty()) {
        return units;
      }
    } catch (MalformedRecordException e) {
      // The decoder of the unit will say why.
    }
    FileFormat format = FileFormat.OTLP_JSON;
    return List.of(new RawUnit(document, format, ends.in(document, format)));
  }

  /** The traces of a request in protobuf. */
  List<RawUnit> ofProto(byte[] request) throws CorruptFileException {
    try {
      return split(ExportTraceServiceRequest.parseFrom(request));
    } catch (InvalidProtocolBufferException e) {
      throw new CorruptFileException("protobuf's parser: " + e.getMessage());
    }
  }

  private static List<RawUnit> split(ExportTraceServiceRequest request) {
    return RequestTraces.of(request, id -> true).values().stream()
        .map(TraceSplitter::unit)
        .sorted(comparingLong(unit -> unit.latestEndNanos().orElse(0)))
        .toList();
  }

  /** An end after the year 2262 is negative here; the unit then has no time. */
  private static RawUnit unit(ExportTraceServiceRequest trace) {
    long end =
        trace.getResourceSpansList().stream()
            .flatMap(resource -> resource.getScopeSpansList().stream())
            .flatMap(scope -> scope.getSpansList().stream())
            .mapToLong(Span::getEndTimeUnixNano)
            .max()
            .orElse(-1);
    return new RawUnit(
        trace.toByteArray(),
        FileFormat.OTLP_PROTO,
        end <= 0 ? OptionalLong.empty() : OptionalLong.of(end));
  }
}
