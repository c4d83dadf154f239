package io.tracemill.connectors.otlp;

import io.tracemill.connectors.decoding.JsonMember;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import java.util.OptionalLong;

/**
 * The latest end of any span in a request, Unix nanoseconds, found without decoding; empty if there
 * is none. Ends after the year 2262 are ignored.
 */
public final class SpanEnds {
  /** The fields that lead to a request's spans. */
  private static final int[] PATH = {
    OtlpProtoDecoder.RESOURCE_SPANS, OtlpProtoDecoder.SCOPE_SPANS, OtlpProtoDecoder.SPANS
  };

  private static final JsonMember END = new JsonMember("endTimeUnixNano");

  private SpanEnds() {}

  /** Scans an OTLP request in protobuf; a malformed one has no end. */
  public static OptionalLong inOtlpProto(byte[] request) {
    ProtoCursor cursor = new ProtoCursor();
    cursor.reset(request);
    try {
      return optional(latest(cursor, 0));
    } catch (MalformedRecordException e) {
      return OptionalLong.empty();
    }
  }

  private static long latest(ProtoCursor cursor, int depth) throws MalformedRecordException {
    long latest = -1;
    while (cursor.next()) {
      if (depth < PATH.length && cursor.tag() == PATH[depth]) {
        int outer = cursor.enter();
        latest = Math.max(latest, latest(cursor, depth + 1));
        cursor.leave(outer);
      } else if (depth == PATH.length && cursor.tag() == OtlpProtoSpan.END_TIME) {
        latest = cursor.fixed64();
      } else {
        cursor.skip();
      }
    }
    return latest;
  }

  /** Scans OTLP's JSON between two offsets; it may be malformed. */
  public static OptionalLong inOtlpJson(byte[] json, int from, int to) {
    long latest = -1;
    for (int at = END.behindNext(json, from, to); at < to; at = END.behindNext(json, at, to)) {
      latest = Math.max(latest, JsonMember.number(json, at, to));
    }
    return optional(latest);
  }

  private static OptionalLong optional(long latest) {
    return latest < 0 ? OptionalLong.empty() : OptionalLong.of(latest);
  }
}
