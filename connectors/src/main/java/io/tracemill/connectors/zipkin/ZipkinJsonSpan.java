package io.tracemill.connectors.zipkin;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.encoding.Micros;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One span of Zipkin's JSON as it stands there, and what OpenTelemetry calls it. */
final class ZipkinJsonSpan {
  /** Stands for an id that is none: of no length that an id may have, but not absent. */
  private static final ByteString MALFORMED_ID = ByteString.copyFrom(new byte[1]);

  private static final List<String> ADDRESSES = List.of("ipv4", "ipv6");

  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, String> local = new HashMap<>();
  private final Map<String, String> remote = new HashMap<>();
  private final Map<String, String> tags = new LinkedHashMap<>();
  private final List<Span.Event> events = new ArrayList<>();
  private final ZipkinTimes times = new ZipkinTimes();

  private ZipkinJsonSpan() {}

  /** Reads the object that {@code json} has entered. */
  static ZipkinJsonSpan read(JsonInput json) throws IOException, MalformedRecordException {
    ZipkinJsonSpan span = new ZipkinJsonSpan();
    while (json.nextMember()) {
      span.readMember(json);
    }
    if (span.text("traceId").isEmpty() && span.text("id").isEmpty()) {
      throw new MalformedRecordException(ZipkinSpan.WITHOUT_IDS);
    }
    return span;
  }

  private void readMember(JsonInput json) throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceId", "id", "parentId", "kind", "name" -> texts.put(json.member(), json.string());
      case "timestamp" -> times.timestamp(json.integer());
      case "duration" -> times.duration(json.integer());
      case "localEndpoint" -> readTexts(json, local);
      case "remoteEndpoint" -> json.attempt(() -> readTexts(json, remote));
      case "annotations" -> readAnnotations(json);
      case "tags" -> readTexts(json, tags);
      case "binaryAnnotations" -> throw new MalformedRecordException(ZipkinSpan.VERSION_1);
      default -> json.skip();
    }
  }

  private static void readTexts(JsonInput json, Map<String, String> out)
      throws IOException, MalformedRecordException {
    Slice value = new Slice();
    if (json.object()) {
      while (json.nextMember()) {
        String key = json.member();
        if (json.scalarText(value)) {
          out.put(key, value.toString());
        }
      }
    }
  }

  private void readAnnotations(JsonInput json) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      json.requireObject();
      Span.Event.Builder event = Span.Event.newBuilder();
      while (json.nextMember()) {
        switch (json.member()) {
          case "timestamp" -> {
            long micros = json.integer();
            times.annotation(micros);
            event.setTimeUnixNano(Micros.toNanos(micros));
          }
          case "value" -> json.attempt(() -> event.setName(json.string()));
          default -> json.skip();
        }
      }
      events.add(event.build());
    }
  }

  private String text(String member) {
    return texts.getOrDefault(member, "");
  }

  private String tag(String key) {
    return tags.getOrDefault(key, "");
  }

  /** The service and the tags that tell its host; without such a tag the address is its name. */
  Resource resource() {
    Map<String, String> attributes = new LinkedHashMap<>();
    if (local.containsKey("serviceName")) {
      attributes.put("service.name", local.getOrDefault("serviceName", ""));
    }
    HostKeys.ZIPKIN.stream()
        .filter(tags::containsKey)
        .forEach(key -> attributes.put(key, tag(key)));
    if (HostKeys.OTLP.stream().allMatch(key -> tag(key).isEmpty())) {
      host().ifPresent(host -> attributes.put(HostKeys.HOST_NAME, host));
    }
    return Resource.newBuilder().addAllAttributes(attributes(attributes)).build();
  }

  private Optional<String> host() {
    return Stream.concat(
            HostKeys.ZIPKIN.stream().map(this::tag),
            ADDRESSES.stream().map(key -> local.getOrDefault(key, "")))
        .filter(host -> !host.isEmpty())
        .findFirst();
  }

  Span span() {
    ByteString id = id(text("id"), HexId.SPAN_DIGITS);
    ByteString parentId = id(text("parentId"), HexId.SPAN_DIGITS);
    return Span.newBuilder()
        .setTraceId(id(text("traceId"), HexId.TRACE_DIGITS))
        .setSpanId(id)
        .setParentSpanId(parentId.equals(id) ? ByteString.EMPTY : parentId)
        .setKindValue(kind().ordinal())
        .setName(text("name"))
        .setStartTimeUnixNano(Micros.toNanos(times.startMicros()))
        .setEndTimeUnixNano(Micros.toNanos(times.endMicros()))
        .setStatus(status())
        .addAllEvents(events)
        .addAllAttributes(attributes(spanAttributes()))
        .build();
  }

  private static ByteString id(String text, int digits) {
    if (text.isEmpty()) {
      return ByteString.EMPTY;
    }
    String padded = "0".repeat(Math.max(0, digits - text.length())) + text;
    try {
      byte[] bytes = HexFormat.of().parseHex(padded);
      return padded.length() == digits ? ByteString.copyFrom(bytes) : MALFORMED_ID;
    } catch (IllegalArgumentException e) {
      return MALFORMED_ID;
    }
  }

  private SpanKind kind() {
    SpanKind kind = ZipkinJsonDecoder.kind(text("kind"));
    return kind != SpanKind.UNSPECIFIED
        ? kind
        : SpanKind.ofNumber(1 + SpanTags.KINDS.indexOf(tag(SpanTags.SPAN_KIND)));
  }

  private Status status() {
    String code = tag(SpanTags.STATUS_CODE);
    String error = tags.getOrDefault(SpanTags.ERROR, SpanTags.NO_ERROR);
    if (!error.equals(SpanTags.NO_ERROR) || code.equals(SpanTags.STATUS_ERROR)) {
      return Status.newBuilder()
          .setCode(Status.StatusCode.STATUS_CODE_ERROR)
          .setMessage(tag(SpanTags.ERROR))
          .build();
    }
    return code.equals(SpanTags.STATUS_OK)
        ? Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_OK).build()
        : Status.getDefaultInstance();
  }

  /** The tags that stand for nothing else, and the other side of the call. */
  private Map<String, String> spanAttributes() {
    Map<String, String> attributes = new LinkedHashMap<>(tags);
    attributes.keySet().removeAll(SpanTags.MEANINGFUL);
    attributes.keySet().removeAll(HostKeys.ZIPKIN);
    putPeer(attributes, "peer.service", "serviceName");
    putPeer(attributes, "network.peer.address", "ipv6");
    putPeer(attributes, "network.peer.address", "ipv4");
    putPeer(attributes, "network.peer.port", "port");
    return attributes;
  }

  private void putPeer(Map<String, String> attributes, String key, String member) {
    if (remote.containsKey(member)) {
      attributes.put(key, remote.getOrDefault(member, ""));
    }
  }

  private static List<KeyValue> attributes(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(
            entry ->
                KeyValue.newBuilder()
                    .setKey(entry.getKey())
                    .setValue(AnyValue.newBuilder().setStringValue(entry.getValue()))
                    .build())
        .toList();
  }
}
