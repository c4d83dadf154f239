package io.tracemill.cli.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Looks into fragments. */
public final class SampleSpans {
  private SampleSpans() {}

  /**
   * One span as it was understood.
   *
   * @param host empty where it is not known
   */
  public record Span(
      String service, String operation, SpanKind kind, long durationNanos, String host) {}

  /** The first spans of records in this encoding. */
  public static List<Span> first(
      int most, List<byte[]> records, Encoding encoding, SpanRules rules) {
    List<Fragment> fragments = new ArrayList<>();
    FragmentBuilder builder = new FragmentBuilder(rules);
    for (byte[] record : records) {
      builder.begin(Long.MAX_VALUE);
      if (encoding.decoder(rules).decode(record, builder) instanceof DecodeResult.Decoded) {
        builder.finish(0, 0, fragments::add);
      }
    }
    return fragments.stream().flatMap(fragment -> of(fragment).stream()).limit(most).toList();
  }

  /** How many spans have which kind. */
  public static Map<SpanKind, Long> kinds(List<Fragment> fragments) {
    Map<SpanKind, Long> kinds = new EnumMap<>(SpanKind.class);
    FragmentCursor cursor = new FragmentCursor();
    for (Fragment fragment : fragments) {
      cursor.reset(fragment.bytes());
      FragmentCursor.Entry entry = cursor.next();
      while (entry != FragmentCursor.Entry.END) {
        if (entry == FragmentCursor.Entry.SPAN) {
          kinds.merge(cursor.kind(), 1L, Long::sum);
        }
        entry = cursor.next();
      }
    }
    return kinds;
  }

  private static List<Span> of(Fragment fragment) {
    List<Span> spans = new ArrayList<>();
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
        spans.add(new Span(service, name(cursor), cursor.kind(), cursor.durationNanos(), host));
      }
      entry = cursor.next();
    }
    return spans;
  }

  private static String name(FragmentCursor cursor) {
    return new String(cursor.bytes(), cursor.nameOffset(), cursor.nameLength(), UTF_8);
  }
}
