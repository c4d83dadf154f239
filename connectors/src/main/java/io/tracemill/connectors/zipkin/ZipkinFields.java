package io.tracemill.connectors.zipkin;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.encoding.Micros;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An OpenTelemetry span in Zipkin's terms, by OpenTelemetry's own mapping ("Zipkin exporter"): what
 * its resource says stands in its tags, its events are annotations without their attributes.
 *
 * <p>Not carried: links (so a parent that only a link names), scopes, values that are no texts,
 * numbers or booleans, and in protobuf a parent id of a wrong length. Tags that mean something to a
 * reader are written where OpenTelemetry's span says just that: an attribute {@code error} of a
 * span that did not fail is left out, and a host is the resource's, never a span's.
 *
 * @param traceId 16 bytes, zeros for an id of a wrong length, which are refused as that would be
 * @param parentId 8 bytes, empty for a root, 9 for an id of a wrong length
 * @param id 8 bytes, zeros for an id of a wrong length
 * @param startMicros 0 if it is not known
 * @param durationMicros 0 for a span without length, as Zipkin's durations are at least 1
 * @param service empty if it is not known
 * @param peer service of the other side, empty if it is not known
 */
record ZipkinFields(
    ByteString traceId,
    ByteString parentId,
    ByteString id,
    SpanKind kind,
    String name,
    long startMicros,
    long durationMicros,
    String service,
    String peer,
    List<Annotation> annotations,
    Map<String, String> tags) {
  private static final int TRACE_ID_BYTES = 16;
  private static final int ID_BYTES = 8;

  /** Longer than any id of a span, so that no reader takes it for one. */
  private static final ByteString MALFORMED_ID = ByteString.copyFrom(new byte[ID_BYTES + 1]);

  private static final String SERVICE_NAME = "service.name";

  /** Attributes that name the other side of a call, the most telling first. */
  private static final List<String> PEERS =
      List.of("peer.service", "server.address", "net.peer.name");

  /** Something that happened within a span. */
  record Annotation(long micros, String value) {}

  static ZipkinFields of(Resource resource, Span span) {
    long start = Micros.of(span.getStartTimeUnixNano());
    long duration = Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano());
    Map<String, String> resourceTexts = texts(resource.getAttributesList());
    Map<String, String> texts = texts(span.getAttributesList());
    SpanKind kind = SpanKind.ofNumber(span.getKindValue());
    return new ZipkinFields(
        sized(span.getTraceId(), TRACE_ID_BYTES),
        parentId(span.getParentSpanId()),
        sized(span.getSpanId(), ID_BYTES),
        kind,
        span.getName(),
        start,
        duration,
        resourceTexts.getOrDefault(SERVICE_NAME, ""),
        kind.callsOut() ? peer(texts) : "",
        annotations(span, duration == 0 ? start : Long.MAX_VALUE),
        tags(resourceTexts, texts, kind, span.getStatus()));
  }

  /** A malformed parent must not look like no parent, or the span would become a root. */
  private static ByteString parentId(ByteString id) {
    return id.isEmpty() || id.size() == ID_BYTES ? id : MALFORMED_ID;
  }

  /** Whether the span has a parent whose id is one. */
  boolean hasParent() {
    return parentId.size() == ID_BYTES;
  }

  private static ByteString sized(ByteString id, int bytes) {
    return id.size() == bytes ? id : ByteString.copyFrom(new byte[bytes]);
  }

  /** The values that have a text, the last of each key. */
  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (KeyValue attribute : attributes) {
      AnyValue value = attribute.getValue();
      switch (value.getValueCase()) {
        case STRING_VALUE -> texts.put(attribute.getKey(), value.getStringValue());
        case BOOL_VALUE -> texts.put(attribute.getKey(), Boolean.toString(value.getBoolValue()));
        case INT_VALUE -> texts.put(attribute.getKey(), Long.toString(value.getIntValue()));
        case DOUBLE_VALUE -> texts.put(attribute.getKey(), Double.toString(value.getDoubleValue()));
        default -> {}
      }
    }
    return texts;
  }

  private static String peer(Map<String, String> texts) {
    return PEERS.stream().filter(texts::containsKey).map(texts::get).findFirst().orElse("");
  }

  /**
   * Events that say when they happened, up to {@code last}: one behind a span without length would
   * tell its end.
   */
  private static List<Annotation> annotations(Span span, long last) {
    return span.getEventsList().stream()
        .map(event -> new Annotation(Micros.of(event.getTimeUnixNano()), event.getName()))
        .filter(annotation -> annotation.micros() > 0 && annotation.micros() <= last)
        .toList();
  }

  private static Map<String, String> tags(
      Map<String, String> resource, Map<String, String> span, SpanKind kind, Status status) {
    Map<String, String> ofSpan = new HashMap<>(span);
    ofSpan.keySet().removeAll(HostKeys.ZIPKIN);
    Map<String, String> tags = new LinkedHashMap<>(resource);
    tags.remove(SERVICE_NAME);
    tags.putAll(ofSpan);
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
