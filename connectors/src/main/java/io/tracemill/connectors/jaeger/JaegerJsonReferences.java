package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The references of one span, kept until its own ids are known. */
final class JaegerJsonReferences {
  /** The number of references to keep from span to span. */
  private static final int KEPT = 64;

  private final JsonInput json;
  private final JaegerJsonId id = new JaegerJsonId();
  private final JaegerParent parent = new JaegerParent();
  private final List<Reference> references = new ArrayList<>();
  private int size;

  JaegerJsonReferences(JsonInput json) {
    this.json = json;
  }

  void clear() {
    size = 0;
    if (references.size() > KEPT) {
      references.subList(KEPT, references.size()).clear();
    }
  }

  /** Reads the current array. */
  void read() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (json.object()) {
        readReference(spare());
        size++;
      }
    }
  }

  private Reference spare() {
    if (size == references.size()) {
      references.add(new Reference());
    }
    Reference spare = references.get(size);
    spare.clear();
    return spare;
  }

  private void readReference(Reference reference) throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      switch (json.member()) {
        case "refType", "ref_type" -> reference.followsFrom = isFollowsFrom();
        case "traceID", "traceId", "trace_id" -> {
          id.read(json);
          reference.traceGiven = id.isGiven();
          reference.target.traceId(id.high(), id.low());
        }
        case "spanID", "spanId", "span_id" -> {
          id.read(json);
          reference.readable = id.isSpanId();
          reference.target.spanId(id.isSpanId() ? id.low() : 0);
        }
        default -> json.skip();
      }
    }
  }

  private boolean isFollowsFrom() throws IOException, MalformedRecordException {
    return json.isString() ? json.is("FOLLOWS_FROM") : json.integer() == 1;
  }

  /** Gives {@code span}, whose ids are known by now, its parent. */
  void writeTo(SpanDraft span) {
    parent.reset();
    for (int i = 0; i < size; i++) {
      Reference reference = references.get(i);
      if (!reference.traceGiven) {
        reference.target.traceId(span.traceIdHigh(), span.traceIdLow());
      }
      parent.offer(span, reference.target, reference.followsFrom, reference.readable);
    }
  }

  /** A reference as it was read; without a trace id it refers to the span's own trace. */
  private static final class Reference {
    private final SpanDraft target = new SpanDraft(0);
    private boolean followsFrom;
    private boolean traceGiven;
    private boolean readable;

    private void clear() {
      target.clear();
      followsFrom = false;
      traceGiven = false;
      readable = false;
    }
  }
}
