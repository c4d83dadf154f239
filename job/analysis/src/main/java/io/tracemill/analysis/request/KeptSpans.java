package io.tracemill.analysis.request;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All spans of one request, to draw it.
 *
 * @param spans in preorder
 * @param criticalPath its sections in order of time; they tile the request
 */
public record KeptSpans(List<Span> spans, List<Section> criticalPath) {
  public KeptSpans {
    spans = List.copyOf(spans);
    criticalPath = List.copyOf(criticalPath);
  }

  /** The spans of the request at {@code root}; {@code path} is its critical path. */
  static KeptSpans copyOf(TraceTree tree, int root, CriticalPath path) {
    long start = tree.startNanos(root);
    List<Span> spans = new ArrayList<>();
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      int host = tree.hostNumber(span);
      spans.add(
          new Span(
              span == root ? -1 : tree.parent(span) - root,
              tree.frame(span),
              host == Vocabulary.UNKNOWN_HOST ? "" : tree.vocabulary().text(host),
              tree.kind(span),
              tree.startNanos(span) - start,
              tree.endNanos(span) - tree.startNanos(span),
              tree.shiftNanos(span),
              tree.error(span)));
    }
    List<Section> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        sections.add(
            new Section(
                path.span(place) - root, path.sectionFrom(i) - start, path.sectionTo(i) - start));
      }
    }
    sections.sort(Comparator.comparingLong(Section::fromNanos));
    return new KeptSpans(spans, sections);
  }

  /**
   * A span.
   *
   * @param parent index of its parent; -1 for the first span
   * @param host empty if it is not known
   * @param startNanos since the start of the request, skew corrected
   * @param durationNanos its duration, skew corrected
   * @param shiftNanos how far the correction moved its start, clipping included; negative if
   *     backwards
   * @param failed whether it failed
   */
  public record Span(
      int parent,
      Frame frame,
      String host,
      SpanKind kind,
      long startNanos,
      long durationNanos,
      long shiftNanos,
      boolean failed) {}

  /**
   * A section of the critical path.
   *
   * @param span index of the span that owns it
   * @param fromNanos since the start of the request
   * @param toNanos exclusive
   */
  public record Section(int span, long fromNanos, long toNanos) {}
}
