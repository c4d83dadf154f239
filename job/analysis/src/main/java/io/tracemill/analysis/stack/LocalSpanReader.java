package io.tracemill.analysis.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Finds the spans of a trace that samples can be stitched to. */
public final class LocalSpanReader {
  private final List<String> keys;
  private final AttributeCursor cursor = new AttributeCursor();

  /**
   * @param keys the attributes that the spans keep, by their number; {@link LocalSpans#ATTRIBUTES}
   *     among them
   */
  public LocalSpanReader(List<String> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Hands over the SERVER and CONSUMER spans of a tree. */
  public void read(TraceTree tree, Consumer<LocalSpan> out) {
    for (int span = 0; span < tree.size(); span++) {
      if (serves(tree, span)) {
        out.accept(of(tree, span, attributes(tree, span)));
      }
    }
  }

  /** Whether it is a SERVER or CONSUMER span. */
  public static boolean serves(TraceTree tree, int span) {
    return tree.kind(span) == SpanKind.SERVER || tree.kind(span) == SpanKind.CONSUMER;
  }

  /** A span of a tree, with attributes that its tree may not have. */
  public static LocalSpan of(TraceTree tree, int span, Map<String, String> attributes) {
    return new LocalSpan(
        tree.frame(span),
        LocalSpans.hostOf(attributes),
        attributes.getOrDefault(LocalSpans.PID, ""),
        attributes.getOrDefault(LocalSpans.CONTAINER, ""),
        attributes.getOrDefault(LocalSpans.THREAD_ID, ""),
        attributes.getOrDefault(LocalSpans.THREAD_NAME, ""),
        SelfSegments.of(tree, span),
        attributes.getOrDefault(LocalSpans.VERSION, ""),
        SampleHash.of(tree.traceId()));
  }

  private Map<String, String> attributes(TraceTree tree, int span) {
    Map<String, String> attributes = new HashMap<>();
    for (int part = tree.firstPart(span); part >= 0; part = tree.nextPart(part)) {
      if (tree.attributes(part, cursor)) {
        while (cursor.next()) {
          if (cursor.key() < keys.size()) {
            attributes.putIfAbsent(
                keys.get(cursor.key()),
                new String(cursor.bytes(), cursor.valueOffset(), cursor.valueLength(), UTF_8));
          }
        }
      }
    }
    return attributes;
  }
}
