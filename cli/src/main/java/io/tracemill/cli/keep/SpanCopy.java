package io.tracemill.cli.keep;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.traffic.OtlpSpans;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanSink;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.RequestReader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Copies chosen spans of the records of one encoding. It looks at ids with the job's fast decoder,
 * and parses a record whole only if it has a chosen span.
 */
final class SpanCopy implements SpanSink {
  /** Keeps no attributes and accepts every time: only the ids count here. */
  private static final SpanRules RULES = new SpanRules(Long.MAX_VALUE, Set.of(), List.of());

  private final Predicate<TraceId> isWanted;
  private final KeepTotals totals;
  private final RecordDecoder decoder;
  private final RequestReader reader;
  private final Set<TraceId> chosen = new LinkedHashSet<>();
  private int spans;

  SpanCopy(Encoding encoding, Predicate<TraceId> isWanted, KeepTotals totals) {
    this.isWanted = isWanted;
    this.totals = totals;
    decoder = encoding.decoder(RULES);
    reader = new RequestReader(encoding);
  }

  @Override
  public void span(ResourceDraft resource, SpanDraft span) {
    TraceId id = new TraceId(span.traceIdHigh(), span.traceIdLow());
    spans++;
    totals.traces.add(id);
    if (isWanted.test(id)) {
      chosen.add(id);
    }
  }

  @Override
  public void unrecognised(int parts) {}

  /** The wanted spans of a record by trace; none if it cannot be read, which is counted. */
  Map<TraceId, ExportTraceServiceRequest> of(byte[] record) {
    chosen.clear();
    spans = 0;
    Map<TraceId, ExportTraceServiceRequest> copies = new LinkedHashMap<>();
    try {
      if (decoder.decode(record, this) instanceof DecodeResult.Malformed malformed) {
        throw new MalformedRecordException(malformed.reason());
      }
      totals.spansRead += spans;
      if (!chosen.isEmpty()) {
        ExportTraceServiceRequest all = reader.read(record);
        chosen.forEach(id -> copies.put(id, only(OtlpSpans.id(id.high(), id.low()), all)));
      }
    } catch (MalformedRecordException e) {
      totals.unreadable++;
    }
    return copies;
  }

  private static ExportTraceServiceRequest only(ByteString id, ExportTraceServiceRequest all) {
    ExportTraceServiceRequest.Builder copy = ExportTraceServiceRequest.newBuilder();
    for (ResourceSpans resource : all.getResourceSpansList()) {
      ResourceSpans.Builder kept = resource.toBuilder().clearScopeSpans();
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        List<Span> chosen =
            scope.getSpansList().stream().filter(span -> span.getTraceId().equals(id)).toList();
        if (!chosen.isEmpty()) {
          kept.addScopeSpans(scope.toBuilder().clearSpans().addAllSpans(chosen));
        }
      }
      if (kept.getScopeSpansCount() > 0) {
        copy.addResourceSpans(kept);
      }
    }
    return copy.build();
  }
}
