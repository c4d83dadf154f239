package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.List;

/** Reads one span of Jaeger's JSON, whose times are in microseconds. */
final class JaegerSpan {
  private static final long NANOS_PER_MICRO = 1000;
  private static final AttributeKeys MEANINGFUL =
      new AttributeKeys(List.of("span.kind", "error", "otel.status_code"));

  private final JsonInput json;
  private final JaegerTag tag;
  private final AttributeKeys keys;
  private final JaegerReferences references;
  private final HexId id = new HexId();
  private boolean traceGiven;
  private String process = "";
  private long startMicros;
  private long durationMicros;

  JaegerSpan(JsonInput json, JaegerTag tag, AttributeKeys keys) {
    this.json = json;
    this.tag = tag;
    this.keys = keys;
    references = new JaegerReferences(json);
  }

  /**
   * Reads the object that the input has entered.
   *
   * @param traceId of the enclosing trace as far as it has been read, for a span that does not say
   *     its own (Jaeger's always do)
   */
  void read(SpanDraft draft, HexId traceId) throws IOException, MalformedRecordException {
    references.clear();
    traceGiven = false;
    process = "";
    startMicros = 0;
    durationMicros = 0;
    while (json.nextMember()) {
      readMember(draft);
    }
    if (!traceGiven) {
      setTraceId(draft, traceId);
    }
    references.writeTo(draft);
    draft.startNanos(nanos(startMicros));
    draft.endNanos(nanos(startMicros + durationMicros));
  }

  /** Id of the process that wrote the span read last, empty if it does not say. */
  String process() {
    return process;
  }

  private void readMember(SpanDraft draft) throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceID" -> {
        json.id(id);
        traceGiven = id.digits() != 0;
        setTraceId(draft, id);
      }
      case "spanID" -> {
        json.id(id);
        draft.spanId(id.digits() <= HexId.SPAN_DIGITS ? id.low() : 0);
      }
      case "operationName" -> json.text(draft.name());
      case "references" -> references.read();
      case "startTime" -> startMicros = json.integer();
      case "duration" -> durationMicros = json.integer();
      case "tags" -> readTags(draft);
      case "processID" -> process = json.string();
      default -> json.skip();
    }
  }

  private static void setTraceId(SpanDraft draft, HexId id) {
    draft.traceId(id.high(), id.low());
  }

  private void readTags(SpanDraft draft) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (tag.read()) {
        interpretTag(draft);
        int index = keys.indexOf(tag.key());
        if (index >= 0) {
          draft.attribute(index).set(tag.text());
        }
      }
    }
  }

  private void interpretTag(SpanDraft draft) {
    if (MEANINGFUL.indexOf(tag.key()) < 0) {
      return;
    }
    String text = tag.text().toString();
    if (tag.key().toString().equals("span.kind")) {
      draft.kind(kind(text));
    } else if (text.equals("true") || text.equals("ERROR")) {
      draft.error(true);
    }
  }

  private static SpanKind kind(String text) {
    return switch (text) {
      case "internal" -> SpanKind.INTERNAL;
      case "server" -> SpanKind.SERVER;
      case "client" -> SpanKind.CLIENT;
      case "producer" -> SpanKind.PRODUCER;
      case "consumer" -> SpanKind.CONSUMER;
      default -> SpanKind.UNSPECIFIED;
    };
  }

  /** A time too far away for 64 bits becomes the furthest there is, which is refused later. */
  private static long nanos(long micros) {
    if (micros > Long.MAX_VALUE / NANOS_PER_MICRO) {
      return Long.MAX_VALUE;
    }
    return micros < Long.MIN_VALUE / NANOS_PER_MICRO ? -1 : micros * NANOS_PER_MICRO;
  }
}
