package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.ValidSpan;
import io.tracemill.connectors.otlp.AttributeTexts;
import io.tracemill.connectors.otlp.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * One of OpenTelemetry's spans in Jaeger's terms.
 *
 * @param span a valid one
 * @param tags the tags of the span, and those for data without a field in Jaeger's spans
 * @param process the process that wrote it
 */
record JaegerSpan(Span span, List<KeyValue> tags, Writer process) {
  private static final String UNKNOWN_SERVICE = "unknown_service";

  /**
   * A resource as a process, with the service name apart from the other attributes.
   *
   * @param serviceName never empty: OpenTelemetry's default if the resource has none
   */
  record Writer(String serviceName, List<KeyValue> tags) {
    static Writer of(Resource resource) {
      List<KeyValue> tags = JaegerTags.of(resource.getAttributesList());
      String serviceName = AttributeTexts.texts(tags).getOrDefault(Attributes.SERVICE_NAME, "");
      tags.removeIf(tag -> tag.getKey().equals(Attributes.SERVICE_NAME));
      return new Writer(serviceName.isEmpty() ? UNKNOWN_SERVICE : serviceName, tags);
    }
  }

  /** A reference of a span: its parent ({@code CHILD_OF}) or a link ({@code FOLLOWS_FROM}). */
  record Reference(ByteString traceId, ByteString spanId, boolean followsFrom) {
    String type() {
      return followsFrom ? "FOLLOWS_FROM" : "CHILD_OF";
    }
  }

  /** The spans of {@code request} in its order, without those that are not {@link ValidSpan}. */
  static List<JaegerSpan> of(ExportTraceServiceRequest request) {
    List<JaegerSpan> spans = new ArrayList<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Writer process = Writer.of(resource.getResource());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        InstrumentationScope writer = scope.getScope();
        scope.getSpansList().stream()
            .filter(ValidSpan::test)
            .forEach(span -> spans.add(new JaegerSpan(span, JaegerTags.of(span, writer), process)));
      }
    }
    return spans;
  }

  /** Its parent, then its links; links without complete ids are omitted. */
  List<Reference> references() {
    List<Reference> references = new ArrayList<>();
    if (!span.getParentSpanId().isEmpty()) {
      references.add(new Reference(span.getTraceId(), span.getParentSpanId(), false));
    }
    for (Span.Link link : span.getLinksList()) {
      if (link.getTraceId().size() == 2 * Long.BYTES && link.getSpanId().size() == Long.BYTES) {
        references.add(new Reference(link.getTraceId(), link.getSpanId(), true));
      }
    }
    return references;
  }

  /** The flags; OpenTelemetry and Jaeger share only the flag for sampled spans. */
  int flags() {
    return span.getFlags() & 1;
  }

  long startMicros() {
    return Micros.of(span.getStartTimeUnixNano());
  }

  long durationMicros() {
    return Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano());
  }

  /** The fields of an event, as a log. */
  static List<KeyValue> fields(Span.Event event) {
    List<KeyValue> fields = JaegerTags.of(event.getAttributesList());
    if (!event.getName().isEmpty()) {
      fields.add(0, Attributes.of(JaegerTags.EVENT, event.getName()));
    }
    return fields;
  }
}
