package io.tracemill.connectors.files;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequestOrBuilder;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.RequestReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file that is one OTLP request. It is read into memory. Every trace is a unit; the trace that
 * ends first comes first. A file has no better unit of event time (semantics 2).
 */
final class WholeRequest implements UnitReader {
  private record Trace(ExportTraceServiceRequest spans, long latestEnd) {}

  private final InputStream in;
  private final RequestReader reader;
  private final RecordEncoder encoder;
  private final Deque<RawUnit> units = new ArrayDeque<>();
  private boolean read;

  WholeRequest(InputStream in, RequestReader reader, RecordEncoder encoder) {
    this.in = in;
    this.reader = reader;
    this.encoder = encoder;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (!read) {
      read = true;
      readAll();
    }
    return Optional.ofNullable(units.poll());
  }

  private void readAll() throws IOException, CorruptFileException {
    byte[] request = in.readNBytes(MAX_UNIT_BYTES);
    if (request.length == MAX_UNIT_BYTES) {
      throw new CorruptFileException(
          "one request of %d bytes or more; split it".formatted(MAX_UNIT_BYTES));
    }
    try {
      split(reader.read(request));
    } catch (MalformedRecordException e) {
      throw new CorruptFileException(e.reason());
    }
  }

  private void split(ExportTraceServiceRequest request) {
    Map<ByteString, ExportTraceServiceRequest.Builder> traces = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Map<ByteString, ResourceSpans.Builder> resources = new LinkedHashMap<>();
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        Map<ByteString, ScopeSpans.Builder> scopes = new LinkedHashMap<>();
        for (Span span : scope.getSpansList()) {
          scopes
              .computeIfAbsent(span.getTraceId(), id -> scope.toBuilder().clearSpans())
              .addSpans(span);
        }
        scopes.forEach(
            (traceId, spans) ->
                resources
                    .computeIfAbsent(traceId, id -> resource.toBuilder().clearScopeSpans())
                    .addScopeSpans(spans));
      }
      resources.forEach(
          (traceId, spans) ->
              traces
                  .computeIfAbsent(traceId, id -> ExportTraceServiceRequest.newBuilder())
                  .addResourceSpans(spans));
    }
    traces.values().stream()
        .map(trace -> new Trace(trace.build(), latestEnd(trace)))
        .sorted(Comparator.comparingLong(Trace::latestEnd))
        .forEach(this::addUnit);
  }

  private static long latestEnd(ExportTraceServiceRequestOrBuilder trace) {
    return trace.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .mapToLong(Span::getEndTimeUnixNano)
        .max()
        .orElse(-1);
  }

  /** An end after the year 2262 is negative here; the unit then has no time. */
  private void addUnit(Trace trace) {
    OptionalLong end =
        trace.latestEnd() < 0 ? OptionalLong.empty() : OptionalLong.of(trace.latestEnd());
    for (byte[] unit : encoder.encode(trace.spans(), Integer.MAX_VALUE)) {
      units.add(new RawUnit(unit, end));
    }
  }
}
