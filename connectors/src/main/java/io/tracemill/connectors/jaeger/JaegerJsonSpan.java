package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ResourceDraft;
import java.io.IOException;

/**
 * Reads one span of a document or of a record. Their members have the same meaning. Protobuf's JSON
 * spells some names, ids, times and tags differently; their readers accept both.
 */
final class JaegerJsonSpan {
  private final JsonInput json;
  private final JaegerTag tag;
  private final AttributeKeys keys;
  private final JaegerJsonReferences references;
  private final ResourceDraft process;
  private final JaegerJsonId id = new JaegerJsonId();
  private boolean traceGiven;
  private boolean spanGiven;
  private boolean startGiven;
  private String processId = "";
  private long startNanos;
  private long durationNanos;

  JaegerJsonSpan(JsonInput json, JaegerTag tag, AttributeKeys keys) {
    this.json = json;
    this.tag = tag;
    this.keys = keys;
    references = new JaegerJsonReferences(json);
    process = ResourceDraft.jaeger(keys);
  }

  /**
   * Reads the current object.
   *
   * @param traceId id of the enclosing trace, if read already; for a span without its own trace id
   *     (Jaeger always writes one)
   */
  void read(SpanDraft draft, JaegerJsonId traceId) throws IOException, MalformedRecordException {
    references.clear();
    process.clear();
    processId = "";
    traceGiven = false;
    spanGiven = false;
    startGiven = false;
    startNanos = 0;
    durationNanos = 0;
    while (json.nextMember()) {
      readMember(draft);
    }
    if (!traceGiven) {
      draft.traceId(traceId.high(), traceId.low());
    }
    references.writeTo(draft);
    draft.startNanos(startNanos);
    draft.endNanos(JaegerTime.sum(startNanos, durationNanos));
  }

  private void readMember(SpanDraft draft) throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceID", "traceId", "trace_id" -> {
        id.read(json);
        traceGiven = id.isGiven();
        draft.traceId(id.high(), id.low());
      }
      case "spanID", "spanId", "span_id" -> {
        id.read(json);
        spanGiven = id.isGiven();
        draft.spanId(id.isSpanId() ? id.low() : 0);
      }
      case "operationName", "operation_name" -> json.text(draft.name());
      case "references" -> references.read();
      case "startTime", "start_time" -> {
        startNanos = JaegerJsonTime.instant(json);
        startGiven = true;
      }
      case "duration" -> durationNanos = JaegerJsonTime.duration(json);
      case "tags" -> readTags(draft);
      case "process" -> readProcess(process);
      case "processID", "processId", "process_id" -> processId = json.string();
      default -> json.skip();
    }
  }

  private void readTags(SpanDraft draft) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (tag.read()) {
        tag.tell(draft, keys);
      }
    }
  }

  /** Reads the value that the input stands at: the name of a service, and tags. */
  void readProcess(ResourceDraft process) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName", "service_name" -> json.text(process.service());
        case "tags" -> readTags(process);
        default -> json.skip();
      }
    }
  }

  private void readTags(ResourceDraft process) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (tag.read() && process.keeps(tag.key())) {
        process.attribute(tag.key(), tag.text());
      }
    }
  }

  /** Whether the last object had the required fields of a span: both ids and a start. */
  boolean isSpan() {
    return traceGiven && spanGiven && startGiven;
  }

  /** The process within the span read last, as records have it. */
  ResourceDraft process() {
    return process;
  }

  /** Id of the process that wrote the span read last, as documents have it; empty if absent. */
  String processId() {
    return processId;
  }
}
