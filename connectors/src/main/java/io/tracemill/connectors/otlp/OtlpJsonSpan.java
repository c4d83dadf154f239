package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.HttpStatus;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.LinkedParent;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.SpanDrafts;
import java.io.IOException;

/** Reads one span of OTLP's JSON into a draft. Ids are hexadecimal, not base64. */
final class OtlpJsonSpan {
  private static final int STATUS_CODE_ERROR = 2;

  private final JsonInput json;
  private final OtlpJsonAttribute attribute;
  private final AttributeKeys keys;
  private final HexId id = new HexId();
  private final SpanDrafts links = new SpanDrafts(0);
  private boolean parentGiven;

  OtlpJsonSpan(JsonInput json, OtlpJsonAttribute attribute, AttributeKeys keys) {
    this.json = json;
    this.attribute = attribute;
    this.keys = keys;
  }

  /** Reads the current object. */
  void read(SpanDraft draft) throws IOException, MalformedRecordException {
    parentGiven = false;
    links.clear();
    while (json.nextMember()) {
      readMember(draft);
    }
    for (int i = 0; i < links.size() && !parentGiven; i++) {
      parentGiven = LinkedParent.adopt(draft, links.get(i));
    }
  }

  private void readMember(SpanDraft draft) throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceId" -> readTraceId(draft);
      case "spanId" -> readSpanId(draft);
      case "parentSpanId" -> readParentSpanId(draft);
      case "name" -> json.text(draft.name());
      case "kind" -> draft.kind(kind());
      case "startTimeUnixNano" -> draft.startNanos(json.integer());
      case "endTimeUnixNano" -> draft.endNanos(json.integer());
      case "attributes" -> readAttributes(draft);
      case "links" -> readLinks();
      case "status" -> readStatus(draft);
      default -> json.skip();
    }
  }

  private void readTraceId(SpanDraft draft) throws IOException, MalformedRecordException {
    json.id(id);
    boolean whole = id.digits() == HexId.TRACE_DIGITS;
    draft.traceId(whole ? id.high() : 0, whole ? id.low() : 0);
  }

  private void readSpanId(SpanDraft draft) throws IOException, MalformedRecordException {
    json.id(id);
    draft.spanId(id.digits() == HexId.SPAN_DIGITS ? id.low() : 0);
  }

  private void readParentSpanId(SpanDraft draft) throws IOException, MalformedRecordException {
    json.id(id);
    boolean whole = id.digits() == HexId.SPAN_DIGITS;
    draft.parentId(whole ? id.low() : 0);
    parentGiven = draft.parentId() != 0;
    if (!whole && id.digits() != 0) {
      draft.parentIdInvalid();
      parentGiven = true;
    }
  }

  private SpanKind kind() throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return SpanKind.ofNumber((int) json.integer());
    }
    return switch (json.string()) {
      case "SPAN_KIND_INTERNAL" -> SpanKind.INTERNAL;
      case "SPAN_KIND_SERVER" -> SpanKind.SERVER;
      case "SPAN_KIND_CLIENT" -> SpanKind.CLIENT;
      case "SPAN_KIND_PRODUCER" -> SpanKind.PRODUCER;
      case "SPAN_KIND_CONSUMER" -> SpanKind.CONSUMER;
      default -> SpanKind.UNSPECIFIED;
    };
  }

  private void readAttributes(SpanDraft draft) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (attribute.read()) {
        put(attribute.key(), attribute.text(), draft);
      }
    }
  }

  private void put(Slice key, Slice value, SpanDraft draft) {
    int index = keys.indexOf(key);
    if (index >= 0) {
      draft.attribute(index).set(value);
    }
    if (HttpStatus.isKey(key)) {
      draft.httpStatus(HttpStatus.of(value));
    }
  }

  private void readStatus(SpanDraft draft) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      if (json.member().equals("code")) {
        draft.error(
            json.isString() ? json.is("STATUS_CODE_ERROR") : json.integer() == STATUS_CODE_ERROR);
      } else {
        json.skip();
      }
    }
  }

  private void readLinks() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (json.object()) {
        readLink(links.add());
      }
    }
  }

  private void readLink(SpanDraft link) throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceId" -> readTraceId(link);
        case "spanId" -> readSpanId(link);
        default -> json.skip();
      }
    }
  }
}
