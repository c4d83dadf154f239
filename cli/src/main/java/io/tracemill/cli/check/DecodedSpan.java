package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.analysis.span.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A decoded span.
 *
 * @param host empty if unknown
 */
record DecodedSpan(
    String service, String operation, SpanKind kind, long durationNanos, String host) {
  /** All spans of a fragment. */
  static List<DecodedSpan> of(Fragment fragment) {
    List<DecodedSpan> spans = new ArrayList<>();
    FragmentCursor cursor = new FragmentCursor();
    cursor.reset(fragment.bytes());
    String service = "";
    String host = "";
    FragmentCursor.Entry entry = cursor.next();
    while (entry != FragmentCursor.Entry.END) {
      if (entry == FragmentCursor.Entry.RESOURCE) {
        service = name(cursor);
        host = new String(cursor.bytes(), cursor.hostOffset(), cursor.hostLength(), UTF_8);
      } else if (entry == FragmentCursor.Entry.SPAN) {
        spans.add(
            new DecodedSpan(service, name(cursor), cursor.kind(), cursor.durationNanos(), host));
      }
      entry = cursor.next();
    }
    return spans;
  }

  private static String name(FragmentCursor cursor) {
    return new String(cursor.bytes(), cursor.nameOffset(), cursor.nameLength(), UTF_8);
  }
}
