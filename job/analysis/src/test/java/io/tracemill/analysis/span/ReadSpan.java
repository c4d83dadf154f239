package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One span of a fragment as plain values, for tests to compare. */
public record ReadSpan(
    TraceId traceId,
    String service,
    String host,
    long spanId,
    long parentId,
    boolean async,
    SpanKind kind,
    boolean error,
    long startNanos,
    long durationNanos,
    String operation,
    Map<Integer, String> attributes) {

  /** All spans of {@code fragment}, in order. */
  public static List<ReadSpan> of(Fragment fragment) {
    List<ReadSpan> spans = new ArrayList<>();
    FragmentCursor cursor = new FragmentCursor();
    cursor.reset(fragment.bytes());
    String service = "";
    String host = "";
    for (FragmentCursor.Entry entry = cursor.next();
        entry != FragmentCursor.Entry.END;
        entry = cursor.next()) {
      if (entry == FragmentCursor.Entry.RESOURCE) {
        service = name(cursor);
        host = text(cursor.bytes(), cursor.hostOffset(), cursor.hostLength());
      } else if (entry == FragmentCursor.Entry.SPAN) {
        spans.add(read(cursor, fragment.traceId(), service, host));
      }
    }
    return spans;
  }

  /** The number of marks of rejected spans. */
  static int rejectedOf(Fragment fragment) {
    int rejected = 0;
    FragmentCursor cursor = new FragmentCursor();
    cursor.reset(fragment.bytes());
    for (FragmentCursor.Entry entry = cursor.next();
        entry != FragmentCursor.Entry.END;
        entry = cursor.next()) {
      rejected += entry == FragmentCursor.Entry.REJECTED ? 1 : 0;
    }
    return rejected;
  }

  private static ReadSpan read(
      FragmentCursor cursor, TraceId traceId, String service, String host) {
    return new ReadSpan(
        traceId,
        service,
        host,
        cursor.spanId(),
        cursor.parentId(),
        cursor.async(),
        cursor.kind(),
        cursor.error(),
        cursor.startNanos(),
        cursor.durationNanos(),
        name(cursor),
        attributes(cursor));
  }

  private static Map<Integer, String> attributes(FragmentCursor cursor) {
    Map<Integer, String> attributes = new TreeMap<>();
    if (!cursor.hasAttributes()) {
      return attributes;
    }
    AttributeCursor each = new AttributeCursor();
    each.reset(cursor.bytes(), cursor.attributesOffset());
    while (each.next()) {
      attributes.put(each.key(), text(each.bytes(), each.valueOffset(), each.valueLength()));
    }
    return attributes;
  }

  private static String name(FragmentCursor cursor) {
    return text(cursor.bytes(), cursor.nameOffset(), cursor.nameLength());
  }

  private static String text(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, UTF_8);
  }
}
