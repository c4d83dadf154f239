package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanSink;
import io.tracemill.connectors.decoding.ValueType;
import io.tracemill.connectors.json.JsonDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads JSON of any format, or records of another decoder, as an OTLP request. The request has all
 * that the job reads, and every attribute that has a text. So the job reads the same spans from it
 * as from the JSON, but cannot merge spans in parts. Events, scopes, and links other than a parent
 * are left out.
 */
public final class OtlpRequests {
  /** Stands for an id that cannot be read: not absent, but of an invalid length. */
  private static final ByteString UNREADABLE = ByteString.copyFrom(new byte[1]);

  private final EveryKey keys = new EveryKey();
  private final RecordDecoder decoder;

  /** Reads JSON. */
  public OtlpRequests() {
    this(JsonDecoder::new);
  }

  /** Reads with a decoder that is made for all keys. */
  public OtlpRequests(Function<AttributeKeys, RecordDecoder> decoder) {
    this.decoder = decoder.apply(keys);
  }

  /**
   * The spans of a record; a request without spans if it has none.
   *
   * @throws MalformedRecordException if it cannot be read, or only in part
   */
  public ExportTraceServiceRequest read(byte[] record) throws MalformedRecordException {
    keys.clear();
    Request request = new Request();
    if (decoder.decode(record, request) instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    } else if (request.unrecognised > 0) {
      throw new MalformedRecordException(
          "%d parts that are not spans of a known format".formatted(request.unrecognised));
    }
    return request.builder.build();
  }

  /** A request while spans are added. */
  private final class Request implements SpanSink {
    private final ExportTraceServiceRequest.Builder builder =
        ExportTraceServiceRequest.newBuilder();
    private int unrecognised;

    @Override
    public void span(ResourceDraft resource, SpanDraft span) {
      scope(resource(resource)).addSpans(otlp(span));
    }

    /** Adjacent spans of one resource share it. */
    private ScopeSpans.Builder scope(Resource resource) {
      int last = builder.getResourceSpansCount() - 1;
      ResourceSpans.Builder spans =
          last >= 0 && builder.getResourceSpans(last).getResource().equals(resource)
              ? builder.getResourceSpansBuilder(last)
              : builder.addResourceSpansBuilder().setResource(resource);
      return spans.getScopeSpansCount() > 0
          ? spans.getScopeSpansBuilder(0)
          : spans.addScopeSpansBuilder();
    }

    @Override
    public void unrecognised(int parts) {
      unrecognised += parts;
    }
  }

  /** The service and the host become attributes, unless they are attributes already. */
  private Resource resource(ResourceDraft draft) {
    List<KeyValue> attributes = new ArrayList<>();
    addAll(attributes, draft.attributes());
    String host = draft.host().toString();
    boolean named = attributes.stream().anyMatch(each -> HostKeys.OTLP.contains(each.getKey()));
    attributes.removeIf(each -> each.getKey().equals(Attributes.SERVICE_NAME));
    attributes.add(Attributes.of(Attributes.SERVICE_NAME, draft.service().toString()));
    if (!named && !host.isEmpty()) {
      attributes.add(Attributes.of(HostKeys.HOST_NAME, host));
    }
    return Resource.newBuilder().addAllAttributes(attributes).build();
  }

  private Span.Builder otlp(SpanDraft draft) {
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(traceId(draft))
            .setSpanId(id(draft.spanId()))
            .setName(draft.name().toString())
            .setKindValue(draft.kind().ordinal())
            .setStartTimeUnixNano(draft.startNanos())
            .setEndTimeUnixNano(draft.endNanos());
    if (!draft.parentIdValid()) {
      span.setParentSpanId(UNREADABLE);
    } else if (draft.async()) {
      span.addLinksBuilder().setTraceId(traceId(draft)).setSpanId(id(draft.parentId()));
    } else if (draft.parentId() != 0) {
      span.setParentSpanId(id(draft.parentId()));
    }
    if (draft.markedAsError()) {
      span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
    } else if (draft.markedAsOk()) {
      span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_OK));
    }
    List<KeyValue> attributes = new ArrayList<>();
    addAll(attributes, draft);
    return span.addAllAttributes(attributes);
  }

  private static ByteString traceId(SpanDraft span) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
    return ByteString.copyFrom(bytes.putLong(span.traceIdHigh()).putLong(span.traceIdLow()).flip());
  }

  private static ByteString id(long id) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(id).flip());
  }

  private void addAll(List<KeyValue> attributes, SpanDraft draft) {
    for (int i = 0; i < draft.attributeCount(); i++) {
      if (draft.hasAttribute(i)) {
        EveryKey.Typed key = keys.get(i);
        attributes.add(of(key.key(), key.type(), draft.attributeValue(i).toString()));
      }
    }
  }

  private static KeyValue of(String key, ValueType type, String text) {
    AnyValue.Builder value = AnyValue.newBuilder();
    try {
      switch (type) {
        case TEXT -> value.setStringValue(text);
        case BOOL -> value.setBoolValue(Boolean.parseBoolean(text));
        case INTEGER -> value.setIntValue(Long.parseLong(text));
        case DOUBLE -> value.setDoubleValue(Double.parseDouble(text));
      }
    } catch (NumberFormatException e) {
      value.setStringValue(text);
    }
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }
}
