package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The references of one Jaeger span, of which one names its parent: the first {@code CHILD_OF},
 * else the first {@code FOLLOWS_FROM}, whose sender does not wait. References to other traces are
 * no parents.
 */
final class JaegerReferences {
  private final JsonInput json;
  private final HexId id = new HexId();
  private final List<Reference> references = new ArrayList<>();

  JaegerReferences(JsonInput json) {
    this.json = json;
  }

  void clear() {
    references.clear();
  }

  /** Reads the array that the input stands at. */
  void read() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (json.object()) {
        references.add(readReference());
      }
    }
  }

  private Reference readReference() throws IOException, MalformedRecordException {
    Reference reference = new Reference();
    while (json.nextMember()) {
      switch (json.member()) {
        case "refType" -> reference.followsFrom = json.string().equals("FOLLOWS_FROM");
        case "traceID" -> {
          json.id(id);
          reference.traceGiven = id.digits() != 0;
          reference.traceHigh = id.high();
          reference.traceLow = id.low();
        }
        case "spanID" -> {
          json.id(id);
          reference.spanIdValid = id.digits() > 0 && id.digits() <= HexId.SPAN_DIGITS;
          reference.spanId = id.low();
        }
        default -> json.skip();
      }
    }
    return reference;
  }

  /** Gives {@code span}, whose trace id is known by now, its parent. */
  void writeTo(SpanDraft span) {
    for (boolean followsFrom : new boolean[] {false, true}) {
      for (Reference reference : references) {
        if (reference.followsFrom == followsFrom && reference.isWithin(span)) {
          reference.writeTo(span);
          return;
        }
      }
    }
  }

  /** A reference as it is read; one without a trace id is to the span's own trace. */
  private static final class Reference {
    private boolean followsFrom;
    private boolean traceGiven;
    private long traceHigh;
    private long traceLow;
    private boolean spanIdValid;
    private long spanId;

    boolean isWithin(SpanDraft span) {
      return !traceGiven || (traceHigh == span.traceIdHigh() && traceLow == span.traceIdLow());
    }

    void writeTo(SpanDraft span) {
      span.parentId(spanId);
      span.async(followsFrom);
      if (!spanIdValid) {
        span.parentIdInvalid();
      }
    }
  }
}
