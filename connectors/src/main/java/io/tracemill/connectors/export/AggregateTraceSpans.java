package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.tprof.AggregateTrace;
import io.tracemill.analysis.view.tprof.AggregateTrace.Section;
import io.tracemill.analysis.view.tprof.Finding;
import io.tracemill.analysis.view.tprof.SubSpanBounds;
import io.tracemill.analysis.view.tprof.SubSpanBounds.Event;
import io.tracemill.analysis.view.tprof.SubSpanBounds.EventKind;
import io.tracemill.connectors.otlp.Attributes;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The aggregate trace of a finding of layer 4 as OpenTelemetry's spans.
 *
 * <p>The slow part is a span of its own, {@link #PROBLEM}, below the span that it is a part of.
 * Each span has attributes for the critical path. {@code critical.path} says whether the span is on
 * it, {@code critical.nanos} for how long. {@code critical.sections} has the sections in
 * nanoseconds since the start of the request; events mark their borders. Jaeger's user interface
 * computes a critical path itself. It finds the same one, unless calls overlap within the tolerance
 * (semantics 5), which Jaeger lacks.
 *
 * <p>Ids depend only on the request type, the trace, the part and the start.
 */
final class AggregateTraceSpans {
  /** The name of the span that is the slow part, as tprof calls it. */
  static final String PROBLEM = "PROBLEMATIC_SUBSPAN";

  static final String CRITICAL_BEGIN = "critical.begin";
  static final String CRITICAL_END = "critical.end";

  /**
   * Jaeger's user interface counts a call as awaited only if it ended at least a microsecond before
   * the next one began. So the slow part begins this much later than the call before it ends.
   */
  private static final long GAP_NANOS = 1_000;

  private final Finding.Part part;
  private final AggregateTrace trace;
  private final ByteString traceId;
  private final long startNanos;

  private AggregateTraceSpans(Optional<Frame> endpoint, Finding.Part part, long startMillis) {
    this.part = part;
    this.trace = part.aggregate().orElseThrow();
    this.startNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(1, startMillis));
    UUID id =
        UUID.nameUUIDFromBytes(
            "%s %s %d %d %d"
                .formatted(endpoint, trace, part.position(), part.number(), startNanos)
                .getBytes(UTF_8));
    this.traceId =
        ByteString.copyFrom(
            ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .flip());
  }

  /**
   * The spans of a finding.
   *
   * @param subSpan a finding of layer 4
   * @param startMillis when the trace begins, the start of the window in milliseconds since the
   *     epoch
   */
  static ExportTraceServiceRequest of(Finding subSpan, long startMillis) {
    return new AggregateTraceSpans(subSpan.endpoint(), subSpan.part().orElseThrow(), startMillis)
        .request();
  }

  private ExportTraceServiceRequest request() {
    Map<String, ScopeSpans.Builder> services = new LinkedHashMap<>();
    for (int position = 0; position < trace.spans().size(); position++) {
      ScopeSpans.Builder service =
          services.computeIfAbsent(
              trace.spans().get(position).frame().service(), name -> ScopeSpans.newBuilder());
      service.addSpans(span(position));
      if (position == part.position()) {
        service.addSpans(problem());
      }
    }
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    services.forEach(
        (name, spans) ->
            request.addResourceSpans(
                ResourceSpans.newBuilder()
                    .setResource(
                        Resource.newBuilder()
                            .addAttributes(
                                Attributes.of(Attributes.SERVICE_NAME, wellFormed(name))))
                    .addScopeSpans(spans)));
    return request.build();
  }

  private Span span(int position) {
    AggregateTrace.Span span = trace.spans().get(position);
    Span.Builder out =
        begun(position, span.startNanos(), span.endNanos())
            .setName(wellFormed(span.frame().operation()));
    if (position > 0) {
      out.setParentSpanId(spanId(span.parent()));
    } else {
      out.addAttributes(attribute("aggregate.requests", integer(trace.requests())));
      out.addAttributes(Attributes.of("aggregate.group", part.group().hex()));
    }
    List<Section> sections =
        trace.criticalPath().stream().filter(section -> section.span() == position).toList();
    addCriticalPath(out, sections);
    for (Section section : sections) {
      addEvent(out, CRITICAL_BEGIN, section.fromNanos());
      addEvent(out, CRITICAL_END, section.toNanos());
    }
    return out.build();
  }

  private static void addCriticalPath(Span.Builder out, List<Section> sections) {
    long nanos =
        sections.stream().mapToLong(section -> section.toNanos() - section.fromNanos()).sum();
    out.addAttributes(
        attribute("critical.path", AnyValue.newBuilder().setBoolValue(nanos > 0).build()));
    out.addAttributes(attribute("critical.nanos", integer(nanos)));
    if (!sections.isEmpty()) {
      out.addAttributes(
          Attributes.of(
              "critical.sections",
              sections.stream()
                  .map(section -> section.fromNanos() + "-" + section.toNanos())
                  .collect(joining(", "))));
    }
  }

  private void addEvent(Span.Builder out, String name, long nanos) {
    out.addEventsBuilder().setName(name).setTimeUnixNano(startNanos + nanos);
  }

  /** The slow part. Its critical time is also critical time of its span. */
  private Span problem() {
    SubSpanBounds bounds = SubSpanBounds.of(trace, part.position(), part.number());
    boolean gap = bounds.after().kind() == EventKind.CALL_END && bounds.nanos() >= 2 * GAP_NANOS;
    long from = bounds.after().nanos();
    long to = bounds.before().nanos();
    Span.Builder out =
        begun(trace.spans().size(), gap ? from + GAP_NANOS : from, to)
            .setName(PROBLEM)
            .setParentSpanId(spanId(part.position()))
            .addAttributes(Attributes.of("subspan.after", text(bounds.after())))
            .addAttributes(Attributes.of("subspan.before", text(bounds.before())))
            .addAttributes(attribute("subspan.mean.nanos", integer(bounds.nanos())));
    long wholeNanos = trace.spans().get(part.position()).durationNanos();
    double share = wholeNanos == 0 ? 0 : (double) bounds.nanos() / wholeNanos;
    out.addAttributes(
        attribute("subspan.share", AnyValue.newBuilder().setDoubleValue(share).build()));
    addCriticalPath(
        out,
        trace.criticalPath().stream()
            .filter(section -> section.span() == part.position())
            .map(
                section ->
                    new Section(
                        section.span(),
                        Math.max(section.fromNanos(), from),
                        Math.min(section.toNanos(), to)))
            .filter(section -> section.fromNanos() < section.toNanos())
            .toList());
    return out.build();
  }

  private static String text(Event event) {
    return switch (event.kind()) {
      case SPAN_BEGIN -> "begin of the span";
      case SPAN_END -> "end of the span";
      case CALL_BEGIN -> "begin of " + wellFormed(event.frame().toString());
      case CALL_END -> "end of " + wellFormed(event.frame().toString());
    };
  }

  private Span.Builder begun(int number, long fromNanos, long toNanos) {
    return Span.newBuilder()
        .setTraceId(traceId)
        .setSpanId(spanId(number))
        .setStartTimeUnixNano(startNanos + fromNanos)
        .setEndTimeUnixNano(startNanos + toNanos);
  }

  private static ByteString spanId(int number) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(number + 1L).flip());
  }

  private static AnyValue integer(long value) {
    return AnyValue.newBuilder().setIntValue(value).build();
  }

  private static KeyValue attribute(String key, AnyValue value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }

  /** Replaces lone surrogates, which no file can hold. */
  private static String wellFormed(String name) {
    return new String(name.getBytes(UTF_8), UTF_8);
  }
}
