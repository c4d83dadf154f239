package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The spans of a sample, as the job understands them. */
final class SpansSeen {
  private static final int EXAMPLES = 3;

  private final List<String> examples = new ArrayList<>();
  private final Set<String> hosts = new TreeSet<>();
  private long spans;
  private long withoutKind;

  /**
   * Looks at all spans.
   *
   * @param keys of the attributes that the spans keep
   */
  SpansSeen(List<Fragment> fragments, List<String> keys) {
    FragmentCursor span = new FragmentCursor();
    for (Fragment fragment : fragments) {
      span.reset(fragment.bytes());
      String service = "";
      for (FragmentCursor.Entry entry = span.next();
          entry != FragmentCursor.Entry.END;
          entry = span.next()) {
        if (entry == FragmentCursor.Entry.RESOURCE) {
          service = text(span, span.nameOffset(), span.nameLength());
        } else if (entry == FragmentCursor.Entry.SPAN) {
          add(service, span, keys);
        }
      }
    }
    hosts.remove("");
  }

  private void add(String service, FragmentCursor span, List<String> keys) {
    spans++;
    withoutKind += span.kind() == SpanKind.UNSPECIFIED ? 1 : 0;
    if (examples.size() < EXAMPLES) {
      examples.add(
          "%s  %s  %s, %s"
              .formatted(
                  Wording.shorten(service, 24),
                  Wording.shorten(text(span, span.nameOffset(), span.nameLength()), 32),
                  span.kind(),
                  Wording.duration(span.durationNanos())));
    }
    if (span.hasAttributes()) {
      Map<String, String> attributes = new HashMap<>();
      AttributeCursor attribute = new AttributeCursor();
      attribute.reset(span.bytes(), span.attributesOffset());
      while (attribute.next()) {
        attributes.put(
            keys.get(attribute.key()),
            text(span, attribute.valueOffset(), attribute.valueLength()));
      }
      hosts.add(LocalSpans.hostOf(attributes));
    }
  }

  private static String text(FragmentCursor cursor, int offset, int length) {
    return new String(cursor.bytes(), offset, length, UTF_8);
  }

  /** A few spans. */
  List<String> examples() {
    return List.copyOf(examples);
  }

  /** Whether more than half of the spans have no kind. */
  boolean mostLackKinds() {
    return 2 * withoutKind > spans;
  }

  /** The hosts by which stack samples would find the spans. */
  Set<String> hosts() {
    return Set.copyOf(hosts);
  }
}
