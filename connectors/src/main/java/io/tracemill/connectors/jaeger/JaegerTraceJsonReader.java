package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.Attributes;
import io.tracemill.connectors.encoding.RequestReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads one element of a document's {@code data} array whole: processes as resources, references as
 * parent and links, logs as events, and the tags that stand for OTLP's fields as these.
 */
public final class JaegerTraceJsonReader implements RequestReader {
  private static final String REFERENCE_TYPE = "opentracing.ref_type";

  /** Stands for an unreadable id: not absent, but of an invalid length. */
  private static final ByteString MALFORMED_ID = ByteString.copyFrom(new byte[1]);

  private final JsonInput json = new JsonInput();
  private final Slice text = new Slice();

  /** A reference as it was read; without a trace id if it refers to the span's own trace. */
  private record Reference(ByteString traceId, ByteString spanId, boolean followsFrom) {}

  /** The data of one trace. */
  private static final class Trace {
    private final Map<String, Resource> processes = new HashMap<>();

    /** Spans by the process and the scope that wrote them. */
    private final Map<String, Map<InstrumentationScope, ScopeSpans.Builder>> spans =
        new LinkedHashMap<>();

    private ByteString traceId = ByteString.EMPTY;

    ExportTraceServiceRequest request() {
      ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
      spans.forEach(
          (processId, scopes) -> {
            ResourceSpans.Builder resource = request.addResourceSpansBuilder();
            resource.setResource(processes.getOrDefault(processId, Resource.getDefaultInstance()));
            scopes.values().forEach(resource::addScopeSpans);
          });
      return request.build();
    }
  }

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    Trace trace = new Trace();
    if (json.decode(unit, () -> readTrace(trace)) instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    }
    return trace.request();
  }

  private void readTrace(Trace trace) throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceID" -> trace.traceId = id(HexId.TRACE_DIGITS);
        case "spans" -> json.objects(() -> readSpan(trace));
        case "processes" -> {
          if (json.object()) {
            while (json.nextMember()) {
              trace.processes.put(json.member(), readProcess());
            }
          }
        }
        default -> json.skip();
      }
    }
  }

  private void readSpan(Trace trace) throws IOException, MalformedRecordException {
    Span.Builder span = Span.newBuilder().setTraceId(trace.traceId);
    List<Reference> references = new ArrayList<>();
    List<KeyValue> tags = List.of();
    String processId = "";
    long startNanos = 0;
    long durationNanos = 0;
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceID", "traceId", "trace_id" -> {
          ByteString id = id(HexId.TRACE_DIGITS);
          span.setTraceId(id.isEmpty() ? trace.traceId : id);
        }
        case "spanID", "spanId", "span_id" -> span.setSpanId(id(HexId.SPAN_DIGITS));
        case "operationName", "operation_name" -> span.setName(json.string());
        case "references" -> json.objects(() -> references.add(readReference()));
        case "flags" -> json.attempt(() -> span.setFlags((int) json.integer() & 1));
        case "startTime", "start_time" -> startNanos = JaegerJsonTime.instant(json);
        case "duration" -> durationNanos = JaegerJsonTime.duration(json);
        case "tags" -> tags = readTags();
        case "logs" -> json.attempt(() -> readLogs(span));
        case "processID", "processId", "process_id" -> processId = json.string();
        default -> json.skip();
      }
    }
    span.setStartTimeUnixNano(startNanos);
    span.setEndTimeUnixNano(JaegerTime.sum(startNanos, durationNanos));
    addReferences(span, references);
    InstrumentationScope scope = JaegerTags.readInto(span, tags);
    trace
        .spans
        .computeIfAbsent(processId, process -> new LinkedHashMap<>())
        .computeIfAbsent(scope, key -> ScopeSpans.newBuilder().setScope(key))
        .addSpans(span);
  }

  /** The current id, of at most this many digits; empty if it is absent. */
  private ByteString id(int digits) throws IOException, MalformedRecordException {
    String hex = json.string();
    if (hex.isEmpty()) {
      return ByteString.EMPTY;
    }
    try {
      String padded = "0".repeat(Math.max(0, digits - hex.length())) + hex;
      return padded.length() == digits
          ? ByteString.copyFrom(HexFormat.of().parseHex(padded))
          : MALFORMED_ID;
    } catch (IllegalArgumentException e) {
      return MALFORMED_ID;
    }
  }

  private Reference readReference() throws IOException, MalformedRecordException {
    ByteString traceId = ByteString.EMPTY;
    ByteString spanId = MALFORMED_ID;
    boolean followsFrom = false;
    while (json.nextMember()) {
      switch (json.member()) {
        case "refType", "ref_type" ->
            followsFrom = json.isString() ? json.is("FOLLOWS_FROM") : json.integer() == 1;
        case "traceID", "traceId", "trace_id" -> traceId = id(HexId.TRACE_DIGITS);
        case "spanID", "spanId", "span_id" -> {
          spanId = id(HexId.SPAN_DIGITS);
          spanId = spanId.isEmpty() ? MALFORMED_ID : spanId;
        }
        default -> json.skip();
      }
    }
    return new Reference(traceId, spanId, followsFrom);
  }

  /**
   * The parent is the first {@code CHILD_OF} within the trace, as for {@link JaegerParent}. The
   * others are links. In OTLP, too, the first link within the trace replaces a missing parent.
   */
  private static void addReferences(Span.Builder span, List<Reference> references) {
    for (Reference reference : references) {
      ByteString traceId = reference.traceId().isEmpty() ? span.getTraceId() : reference.traceId();
      boolean within = traceId.equals(span.getTraceId());
      if (!reference.followsFrom() && within && span.getParentSpanId().isEmpty()) {
        span.setParentSpanId(isZero(reference.spanId()) ? ByteString.EMPTY : reference.spanId());
      } else if (!reference.spanId().equals(MALFORMED_ID) && !isZero(reference.spanId())) {
        Span.Link.Builder link =
            span.addLinksBuilder().setTraceId(traceId).setSpanId(reference.spanId());
        if (!reference.followsFrom()) {
          link.addAttributes(Attributes.of(REFERENCE_TYPE, "child_of"));
        }
      }
    }
  }

  private static boolean isZero(ByteString id) {
    return id.size() == Long.BYTES && id.asReadOnlyByteBuffer().getLong() == 0;
  }

  private void readLogs(Span.Builder span) throws IOException, MalformedRecordException {
    json.requireArray();
    while (json.nextElement()) {
      json.attempt(() -> readLog(span.addEventsBuilder()));
    }
  }

  private void readLog(Span.Event.Builder event) throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      switch (json.member()) {
        case "timestamp" -> json.attempt(() -> event.setTimeUnixNano(JaegerJsonTime.instant(json)));
        case "fields" -> json.attempt(() -> addFields(event, readTags()));
        default -> json.skip();
      }
    }
  }

  private static void addFields(Span.Event.Builder event, List<KeyValue> fields) {
    for (KeyValue field : fields) {
      if (field.getKey().equals(JaegerTags.EVENT)
          && field.getValue().hasStringValue()
          && event.getName().isEmpty()) {
        event.setName(field.getValue().getStringValue());
      } else {
        event.addAttributes(field);
      }
    }
  }

  private Resource readProcess() throws IOException, MalformedRecordException {
    String serviceName = "";
    List<KeyValue> attributes = new ArrayList<>();
    if (!json.object()) {
      return Resource.getDefaultInstance();
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName", "service_name" -> serviceName = json.string();
        case "tags" -> attributes.addAll(readTags());
        default -> json.skip();
      }
    }
    attributes.removeIf(attribute -> attribute.getKey().equals(Attributes.SERVICE_NAME));
    addHost(attributes);
    attributes.add(Attributes.of(Attributes.SERVICE_NAME, serviceName));
    return Resource.newBuilder().addAllAttributes(attributes).build();
  }

  /** Adds the host under OTLP's name, if it has only Jaeger's names. */
  private static void addHost(List<KeyValue> attributes) {
    Map<String, String> texts = Attributes.texts(attributes);
    texts.values().removeIf(String::isEmpty);
    if (HostKeys.OTLP.stream().noneMatch(texts::containsKey)) {
      HostKeys.JAEGER.stream()
          .map(texts::get)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(host -> attributes.add(Attributes.of(HostKeys.HOST_NAME, host)));
    }
  }

  /** The tags of an array as attributes; elements that are no tags or have no value are omitted. */
  private List<KeyValue> readTags() throws IOException, MalformedRecordException {
    List<KeyValue> attributes = new ArrayList<>();
    if (json.array()) {
      while (json.nextElement()) {
        json.attempt(() -> readTag(attributes));
      }
    }
    return attributes;
  }

  private void readTag(List<KeyValue> attributes) throws IOException, MalformedRecordException {
    String key = "";
    String type = "";
    boolean given = false;
    json.requireObject();
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> key = json.string();
        case "type" -> type = json.string();
        case "value" -> given = json.scalarText(text);
        default -> json.skip();
      }
    }
    if (given) {
      attributes.add(
          KeyValue.newBuilder().setKey(key).setValue(value(type, text.toString())).build());
    }
  }

  /** The value of that type; a string if it does not fit or would be written as another text. */
  private static AnyValue value(String type, String text) {
    AnyValue.Builder value = AnyValue.newBuilder();
    try {
      switch (type) {
        case "bool" -> value.setBoolValue(Boolean.parseBoolean(text));
        case "int64" -> value.setIntValue(Long.parseLong(text));
        case "float64" -> value.setDoubleValue(Double.parseDouble(text));
        case "binary" -> {
          return value.setBytesValue(bytes(text)).build();
        }
        default -> value.setStringValue(text);
      }
    } catch (NumberFormatException e) {
      value.setStringValue(text);
    }
    return Attributes.text(value.build()).equals(text)
        ? value.build()
        : value.setStringValue(text).build();
  }

  private static ByteString bytes(String text) {
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return ByteString.copyFromUtf8(text);
    }
  }
}
