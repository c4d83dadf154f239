package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.SpanTags;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads one span of a document whole. Its ids and its parent are what the decoder finds too. */
final class JaegerSpanReader {
  private static final String REFERENCE_TYPE = "opentracing.ref_type";
  private static final String LIBRARY_NAME = "otel.library.name";
  private static final String LIBRARY_VERSION = "otel.library.version";

  /** Stands for an id that could not be read: of no length that one may have, but not absent. */
  private static final ByteString MALFORMED_ID = ByteString.copyFrom(new byte[1]);

  private final JsonInput json;
  private final JaegerTagReader tags;
  private final JaegerJsonReferences references;
  private final JaegerJsonId id = new JaegerJsonId();
  private final SpanDraft ids = new SpanDraft(0);
  private Span.Builder span = Span.newBuilder();
  private InstrumentationScope.Builder scope = InstrumentationScope.newBuilder();
  private String processId = "";
  private long startNanos;
  private long durationNanos;

  JaegerSpanReader(JsonInput json, JaegerTagReader tags) {
    this.json = json;
    this.tags = tags;
    references = new JaegerJsonReferences(json);
  }

  /** Reads the object that the input has entered; {@code traceId} as {@link JaegerJsonSpan}. */
  Span read(JaegerJsonId traceId) throws IOException, MalformedRecordException {
    span = Span.newBuilder();
    scope = InstrumentationScope.newBuilder();
    references.clear();
    ids.clear();
    ids.traceId(traceId.high(), traceId.low());
    processId = "";
    startNanos = 0;
    durationNanos = 0;
    while (json.nextMember()) {
      readMember();
    }
    references.writeTo(ids);
    writeIds();
    references.forEach(this::addLink);
    return span.setStartTimeUnixNano(startNanos)
        .setEndTimeUnixNano(JaegerTime.sum(startNanos, durationNanos))
        .build();
  }

  /** What wrote the span read last. */
  InstrumentationScope scope() {
    return scope.build();
  }

  /** Id of the process that wrote the span read last, empty if it does not say. */
  String processId() {
    return processId;
  }

  private void readMember() throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceID", "traceId", "trace_id" -> {
        id.read(json);
        if (id.isGiven()) {
          ids.traceId(id.high(), id.low());
        }
      }
      case "spanID", "spanId", "span_id" -> {
        id.read(json);
        ids.spanId(id.isSpanId() ? id.low() : 0);
      }
      case "operationName", "operation_name" -> span.setName(json.string());
      case "references" -> references.read();
      case "flags" -> json.attempt(() -> span.setFlags((int) json.integer() & 1));
      case "startTime", "start_time" -> startNanos = JaegerJsonTime.instant(json);
      case "duration" -> durationNanos = JaegerJsonTime.duration(json);
      case "tags" -> tags.read().forEach(this::addTag);
      case "logs" -> json.attempt(this::readLogs);
      case "processID", "processId", "process_id" -> processId = json.string();
      default -> json.skip();
    }
  }

  private void writeIds() {
    span.setTraceId(traceId(ids)).setSpanId(spanId(ids.spanId()));
    if (!ids.parentIdValid()) {
      span.setParentSpanId(MALFORMED_ID);
    } else if (ids.parentId() != 0 && !ids.async()) {
      span.setParentSpanId(spanId(ids.parentId()));
    }
  }

  /** A reference that is not the parent's; an async parent is the first of the links. */
  private void addLink(JaegerJsonReferences.Reference reference) {
    SpanDraft target = reference.target();
    boolean parent =
        target.spanId() == ids.parentId()
            && target.traceIdHigh() == ids.traceIdHigh()
            && target.traceIdLow() == ids.traceIdLow();
    if (target.spanId() == 0 || (parent && !reference.followsFrom())) {
      return;
    }
    Span.Link.Builder link =
        span.addLinksBuilder().setTraceId(traceId(target)).setSpanId(spanId(target.spanId()));
    if (!reference.followsFrom()) {
      link.addAttributesBuilder()
          .setKey(REFERENCE_TYPE)
          .setValue(AnyValue.newBuilder().setStringValue("child_of"));
    }
  }

  private void addTag(KeyValue tag) {
    AnyValue value = tag.getValue();
    if (value.hasBytesValue() || !isMeaningful(tag.getKey(), JaegerTags.text(value))) {
      span.addAttributes(tag);
    }
  }

  /** Whether the tag stands for what OTLP has a field for, which is then set. */
  private boolean isMeaningful(String key, String text) {
    switch (key) {
      case SpanTags.SPAN_KIND -> span.setKindValue(JaegerSpanTags.kind(slice(text)).ordinal());
      case SpanTags.ERROR, SpanTags.STATUS_CODE -> {
        return isStatus(key, text);
      }
      case JaegerTags.STATUS_DESCRIPTION -> span.getStatusBuilder().setMessage(text);
      case JaegerTags.SCOPE_NAME, LIBRARY_NAME -> scope.setName(text);
      case JaegerTags.SCOPE_VERSION, LIBRARY_VERSION -> scope.setVersion(text);
      case JaegerTags.TRACE_STATE -> span.setTraceState(text);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isStatus(String key, String text) {
    boolean failure = JaegerSpanTags.isFailure(key.equals(SpanTags.ERROR), slice(text));
    if (failure) {
      span.getStatusBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR);
    } else if (text.equals(SpanTags.STATUS_OK)
        && span.getStatus().getCode() != Status.StatusCode.STATUS_CODE_ERROR) {
      span.getStatusBuilder().setCode(Status.StatusCode.STATUS_CODE_OK);
    }
    return failure || text.equals(SpanTags.STATUS_OK);
  }

  private void readLogs() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      json.attempt(this::readLog);
    }
  }

  private void readLog() throws IOException, MalformedRecordException {
    json.requireObject();
    Span.Event.Builder event = span.addEventsBuilder();
    while (json.nextMember()) {
      switch (json.member()) {
        case "timestamp" -> json.attempt(() -> event.setTimeUnixNano(JaegerJsonTime.instant(json)));
        case "fields" -> json.attempt(() -> addFields(event, tags.read()));
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

  private static Slice slice(String text) {
    Slice slice = new Slice();
    slice.set(text);
    return slice;
  }

  private static ByteString traceId(SpanDraft ids) {
    return ByteString.copyFrom(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(ids.traceIdHigh())
            .putLong(ids.traceIdLow())
            .flip());
  }

  private static ByteString spanId(long id) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(id).flip());
  }
}
