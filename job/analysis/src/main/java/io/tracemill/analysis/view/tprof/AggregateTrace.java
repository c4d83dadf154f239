package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The average request of a group: its spans with their mean begin and duration (tprof section 3.5).
 * It is a valid trace, and its sub-spans have their mean durations, because in each request of the
 * group the same events come in the same order (theorem 1). Begins and ends are sums over all
 * requests, divided and rounded last, which keeps their order.
 *
 * @param requests how many it describes
 * @param spans by position; a parent comes before its children, siblings are sorted by start
 * @param criticalPath sections in order of time, which tile the first span (semantics 5)
 */
public record AggregateTrace(long requests, List<Span> spans, List<Section> criticalPath) {
  /**
   * A span of it.
   *
   * @param parent the position of the span above; 0 for the first
   * @param startNanos since the start of the request
   */
  public record Span(int parent, Frame frame, long startNanos, long durationNanos) {
    /** Since the start of the request. */
    public long endNanos() {
      return startNanos + durationNanos;
    }
  }

  /**
   * A time in which the request waits for one span's own work.
   *
   * @param span the position of the span
   * @param fromNanos since the start of the request
   * @param toNanos since the start of the request, exclusive
   */
  public record Section(int span, long fromNanos, long toNanos) {}

  public AggregateTrace {
    spans = List.copyOf(spans);
    criticalPath = List.copyOf(criticalPath);
  }

  /**
   * The average of a group's requests.
   *
   * @param tail whether only the requests in the type's tail count
   * @param toleranceNanos how far siblings on the critical path may overlap
   */
  static AggregateTrace of(OrderGroup group, double requests, boolean tail, long toleranceNanos) {
    SpanLayout layout = group.layout();
    double[] starts = new double[layout.size()];
    double[] latestBegins = new double[layout.size()];
    int[] begun = new int[layout.size()];
    List<Span> spans = new ArrayList<>();
    for (int position = 0; position < layout.size(); position++) {
      int parent = layout.parent(position);
      if (position > 0) {
        int diff = layout.childDiff(parent, begun[parent]++);
        latestBegins[parent] += group.sum(diff, tail);
        starts[position] = latestBegins[parent];
      }
      latestBegins[position] = starts[position];
      long start = Math.round(starts[position] / requests);
      long end =
          Math.round((starts[position] + group.sum(layout.duration(position), tail)) / requests);
      // Sums of weighted times are rounded, so a child may seem to end after its parent.
      long last = position == 0 ? end : Math.min(end, spans.get(parent).endNanos());
      spans.add(
          new Span(
              parent, layout.frame(position), Math.min(start, last), last - Math.min(start, last)));
    }
    return new AggregateTrace(Math.round(requests), spans, criticalPath(spans, toleranceNanos));
  }

  private static List<Section> criticalPath(List<Span> spans, long toleranceNanos) {
    TraceTree tree =
        TraceTree.unnamed(
            spans.stream().mapToInt(Span::parent).toArray(),
            spans.stream().mapToLong(Span::startNanos).toArray(),
            spans.stream().mapToLong(Span::endNanos).toArray());
    CriticalPath path = new CriticalPath(toleranceNanos, tree);
    path.find(0);
    List<Section> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        sections.add(new Section(path.span(place), path.sectionFrom(i), path.sectionTo(i)));
      }
    }
    sections.sort(Comparator.comparingLong(Section::fromNanos));
    return sections;
  }
}
