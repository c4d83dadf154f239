package io.tracemill.connectors.zipkin;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.otlp.AttributeTexts;
import io.tracemill.connectors.otlp.Attributes;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import zipkin2.Endpoint;
import zipkin2.Span;

/**
 * Converts OpenTelemetry's spans to Zipkin's, by OpenTelemetry's own mapping ("Zipkin exporter").
 * Resource attributes become tags; events become annotations without their attributes.
 *
 * <p>It drops links (so also a parent that only a link names), scopes, and values other than texts,
 * numbers and booleans. Zipkin's library writes names in lower case. A tag with a meaning for
 * readers is written only if it agrees with OpenTelemetry's span. So an attribute {@code error} of
 * a span that did not fail is omitted. The host comes from the resource, never from a span.
 */
final class ToZipkin {
  /** Attributes that name the other side of a call, the most specific first. */
  private static final List<String> PEERS =
      List.of("peer.service", "server.address", "net.peer.name");

  private ToZipkin() {}

  /** Converts a valid span of {@code resource}. */
  static Span span(Resource resource, io.opentelemetry.proto.trace.v1.Span span) {
    long start = Micros.of(span.getStartTimeUnixNano());
    long duration = Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano());
    Map<String, String> resourceTexts = AttributeTexts.texts(resource.getAttributesList());
    Map<String, String> texts = AttributeTexts.texts(span.getAttributesList());
    SpanKind kind = SpanKind.ofNumber(span.getKindValue());
    Span.Builder out =
        Span.newBuilder()
            .traceId(hex(span.getTraceId()))
            .id(hex(span.getSpanId()))
            .name(span.getName())
            .timestamp(start)
            .duration(duration)
            .localEndpoint(endpoint(resourceTexts.getOrDefault(Attributes.SERVICE_NAME, "")));
    if (!span.getParentSpanId().isEmpty()) {
      out.parentId(hex(span.getParentSpanId()));
    }
    if (kind != SpanKind.UNSPECIFIED && kind != SpanKind.INTERNAL) {
      out.kind(Span.Kind.valueOf(kind.name()));
    }
    if (kind.callsOut()) {
      PEERS.stream()
          .filter(texts::containsKey)
          .findFirst()
          .ifPresent(key -> out.remoteEndpoint(endpoint(texts.getOrDefault(key, ""))));
    }
    // A span of zero length has no duration; a reader would take a later annotation for its end.
    long last = duration == 0 ? start : Long.MAX_VALUE;
    for (io.opentelemetry.proto.trace.v1.Span.Event event : span.getEventsList()) {
      long micros = Micros.of(event.getTimeUnixNano());
      if (micros > 0 && micros <= last) {
        out.addAnnotation(micros, event.getName());
      }
    }
    tags(resourceTexts, texts, kind, span.getStatus()).forEach(out::putTag);
    return out.build();
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static Endpoint endpoint(String service) {
    return Endpoint.newBuilder().serviceName(service).build();
  }

  private static Map<String, String> tags(
      Map<String, String> resource, Map<String, String> span, SpanKind kind, Status status) {
    Map<String, String> tags = new LinkedHashMap<>(span);
    tags.keySet().removeAll(HostKeys.OTLP);
    tags.remove("hostname");
    resource.forEach(tags::putIfAbsent);
    tags.remove(Attributes.SERVICE_NAME);
    tags.keySet().removeAll(SpanTags.MEANINGFUL);
    if (kind == SpanKind.INTERNAL) {
      tags.put(SpanTags.SPAN_KIND, "internal");
    }
    switch (status.getCode()) {
      case STATUS_CODE_OK -> tags.put(SpanTags.STATUS_CODE, SpanTags.STATUS_OK);
      case STATUS_CODE_ERROR -> {
        tags.put(SpanTags.STATUS_CODE, SpanTags.STATUS_ERROR);
        tags.put(SpanTags.ERROR, status.getMessage());
      }
      default -> {}
    }
    return tags;
  }
}
