package io.tracemill.connectors.zipkin;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.encoding.Attributes;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.RequestReader;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import zipkin2.Annotation;
import zipkin2.Endpoint;
import zipkin2.Span;
import zipkin2.codec.SpanBytesDecoder;

/**
 * Reads an array of Zipkin's spans in JSON, by Zipkin's own library, into OpenTelemetry's model.
 * Times, kinds, failures and hosts are the same as in {@link ZipkinJsonDecoder}. The two halves of
 * a shared id both keep the id; their kinds tell them apart.
 */
public final class ZipkinReader implements RequestReader {
  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    List<Span> spans;
    try {
      spans = SpanBytesDecoder.JSON_V2.decodeList(unit);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new MalformedRecordException("Zipkin's library: " + e.getMessage());
    }
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    Resource last = Resource.getDefaultInstance();
    ScopeSpans.Builder scope = ScopeSpans.newBuilder();
    for (Span span : spans) {
      Resource resource = resource(span);
      // Adjacent spans of one resource share it.
      if (request.getResourceSpansCount() == 0 || !resource.equals(last)) {
        scope = request.addResourceSpansBuilder().setResource(resource).addScopeSpansBuilder();
        last = resource;
      }
      scope.addSpans(otlp(span));
    }
    return request.build();
  }

  /** The service and the tags that tell its host; without such a tag the address is its name. */
  private static Resource resource(Span span) {
    Map<String, String> attributes = new LinkedHashMap<>();
    put(attributes, Attributes.SERVICE_NAME, span.localServiceName());
    HostKeys.ZIPKIN.forEach(key -> put(attributes, key, span.tags().get(key)));
    if (HostKeys.OTLP.stream().allMatch(key -> attributes.getOrDefault(key, "").isEmpty())) {
      Endpoint local = span.localEndpoint();
      Stream.of(
              attributes.get("hostname"),
              local == null ? null : local.ipv4(),
              local == null ? null : local.ipv6())
          .filter(host -> host != null && !host.isEmpty())
          .findFirst()
          .ifPresent(host -> attributes.put(HostKeys.HOST_NAME, host));
    }
    return Resource.newBuilder().addAllAttributes(attributes(attributes)).build();
  }

  private static io.opentelemetry.proto.trace.v1.Span otlp(Span span) {
    ZipkinTimes times = new ZipkinTimes();
    times.timestamp(span.timestampAsLong());
    times.duration(span.durationAsLong());
    span.annotations().forEach(annotation -> times.annotation(annotation.timestamp()));
    io.opentelemetry.proto.trace.v1.Span.Builder out =
        io.opentelemetry.proto.trace.v1.Span.newBuilder()
            .setTraceId(id(span.traceId(), HexId.TRACE_DIGITS))
            .setSpanId(id(span.id(), HexId.SPAN_DIGITS))
            .setKindValue(kind(span).ordinal())
            .setStartTimeUnixNano(Micros.toNanos(times.startMicros()))
            .setEndTimeUnixNano(Micros.toNanos(times.endMicros()))
            .setStatus(status(span.tags()))
            .addAllAttributes(attributes(spanAttributes(span)));
    String parentId = span.parentId();
    if (parentId != null) {
      out.setParentSpanId(id(parentId, HexId.SPAN_DIGITS));
    }
    String name = span.name();
    out.setName(name == null ? "" : name);
    for (Annotation annotation : span.annotations()) {
      out.addEventsBuilder()
          .setTimeUnixNano(Micros.toNanos(annotation.timestamp()))
          .setName(annotation.value());
    }
    return out.build();
  }

  private static ByteString id(String hex, int digits) {
    String padded = "0".repeat(digits - hex.length()) + hex;
    return ByteString.copyFrom(HexFormat.of().parseHex(padded));
  }

  private static SpanKind kind(Span span) {
    Span.Kind kind = span.kind();
    return kind != null
        ? SpanKind.valueOf(kind.name())
        : SpanKind.ofNumber(
            1 + SpanTags.KINDS.indexOf(span.tags().getOrDefault(SpanTags.SPAN_KIND, "")));
  }

  private static Status status(Map<String, String> tags) {
    String code = tags.getOrDefault(SpanTags.STATUS_CODE, "");
    String error = tags.getOrDefault(SpanTags.ERROR, SpanTags.NO_ERROR);
    if (!error.equals(SpanTags.NO_ERROR) || code.equals(SpanTags.STATUS_ERROR)) {
      return Status.newBuilder()
          .setCode(Status.StatusCode.STATUS_CODE_ERROR)
          .setMessage(tags.getOrDefault(SpanTags.ERROR, ""))
          .build();
    }
    return code.equals(SpanTags.STATUS_OK)
        ? Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_OK).build()
        : Status.getDefaultInstance();
  }

  /** The tags without a field of their own, and the other side of the call. */
  private static Map<String, String> spanAttributes(Span span) {
    Map<String, String> attributes = new LinkedHashMap<>(span.tags());
    attributes.keySet().removeAll(SpanTags.MEANINGFUL);
    attributes.keySet().removeAll(HostKeys.ZIPKIN);
    Endpoint remote = span.remoteEndpoint();
    if (remote != null) {
      put(attributes, "peer.service", remote.serviceName());
      put(attributes, "network.peer.address", remote.ipv6());
      put(attributes, "network.peer.address", remote.ipv4());
      put(attributes, "network.peer.port", remote.port() == null ? null : "" + remote.port());
    }
    return attributes;
  }

  private static void put(Map<String, String> attributes, String key, @Nullable String value) {
    if (value != null) {
      attributes.put(key, value);
    }
  }

  private static List<KeyValue> attributes(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(entry -> Attributes.of(entry.getKey(), entry.getValue()))
        .toList();
  }
}
