package io.tracemill.analysis.index;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
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

  /**
   * A span.
   *
   * @param parent index of its parent; -1 for the first span
   * @param host empty if it is not known
   * @param startNanos since the start of the request, skew corrected
   * @param durationNanos its duration, skew corrected
   * @param shiftNanos how far the correction moved its start; negative if backwards
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
