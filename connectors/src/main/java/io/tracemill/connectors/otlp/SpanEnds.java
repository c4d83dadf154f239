package io.tracemill.connectors.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The latest end of any span in a request, Unix nanoseconds, found without decoding it; empty if
 * there is none to be found. Ends beyond the year 2262 are not believed.
 */
public final class SpanEnds {
  private static final byte[] JSON_MEMBER = "\"endTimeUnixNano\"".getBytes(US_ASCII);
  private static final int[] JSON_SHIFTS = shifts(JSON_MEMBER);
  private static final int MAX_DIGITS = 19;

  private SpanEnds() {}

  /** Looks into an OTLP request in protobuf; one that is malformed has no end. */
  public static OptionalLong inOtlpProto(byte[] request) {
    ProtoCursor cursor = new ProtoCursor();
    cursor.reset(request);
    try {
      return optional(latestOfRequest(cursor));
    } catch (MalformedRecordException e) {
      return OptionalLong.empty();
    }
  }

  private static long latestOfRequest(ProtoCursor cursor) throws MalformedRecordException {
    long latest = -1;
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoDecoder.RESOURCE_SPANS) {
        int outer = cursor.enter();
        latest = Math.max(latest, latestOfResource(cursor));
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    return latest;
  }

  private static long latestOfResource(ProtoCursor cursor) throws MalformedRecordException {
    long latest = -1;
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoDecoder.SCOPE_SPANS) {
        int outer = cursor.enter();
        latest = Math.max(latest, latestOfScope(cursor));
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    return latest;
  }

  private static long latestOfScope(ProtoCursor cursor) throws MalformedRecordException {
    long latest = -1;
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoDecoder.SPANS) {
        int outer = cursor.enter();
        latest = Math.max(latest, endOfSpan(cursor));
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
    return latest;
  }

  private static long endOfSpan(ProtoCursor cursor) throws MalformedRecordException {
    long end = -1;
    while (cursor.next()) {
      if (cursor.tag() == OtlpProtoSpan.END_TIME) {
        end = cursor.fixed64();
      } else {
        cursor.skip();
      }
    }
    return end;
  }

  /**
   * Looks into OTLP's JSON between two offsets, whether it is well formed or not. A quoted name
   * cannot stand inside a JSON string, where its quotes would be escaped.
   */
  public static OptionalLong inOtlpJson(byte[] json, int from, int to) {
    long latest = -1;
    int at = indexOfMember(json, from, to);
    while (at < to) {
      at += JSON_MEMBER.length;
      latest = Math.max(latest, number(json, at, to));
      at = indexOfMember(json, at, to);
    }
    return optional(latest);
  }

  /** Horspool's search: most steps are as long as the name. */
  private static int indexOfMember(byte[] json, int from, int to) {
    int last = JSON_MEMBER.length - 1;
    int at = from;
    while (at + last < to) {
      if (Arrays.equals(json, at, at + JSON_MEMBER.length, JSON_MEMBER, 0, JSON_MEMBER.length)) {
        return at;
      }
      at += JSON_SHIFTS[json[at + last] & 0xFF];
    }
    return to;
  }

  private static int[] shifts(byte[] pattern) {
    int[] shifts = new int[256];
    Arrays.fill(shifts, pattern.length);
    for (int i = 0; i < pattern.length - 1; i++) {
      shifts[pattern[i] & 0xFF] = pattern.length - 1 - i;
    }
    return shifts;
  }

  /** The number behind the colon, quoted or not; -1 if there is none of 63 bits. */
  private static long number(byte[] json, int from, int to) {
    int at = skipSpace(json, from, to);
    if (at == to || json[at] != ':') {
      return -1;
    }
    at = skipSpace(json, at + 1, to);
    if (at < to && json[at] == '"') {
      at++;
    }
    int begin = at;
    long value = 0;
    while (at < to && json[at] >= '0' && json[at] <= '9') {
      value = 10 * value + (json[at++] - '0');
    }
    int digits = at - begin;
    return digits > 0 && digits <= MAX_DIGITS ? value : -1;
  }

  private static int skipSpace(byte[] json, int from, int to) {
    int at = from;
    while (at < to && json[at] <= ' ' && json[at] >= 0) {
      at++;
    }
    return at;
  }

  private static OptionalLong optional(long latest) {
    return latest < 0 ? OptionalLong.empty() : OptionalLong.of(latest);
  }
}
