package io.tracemill.analysis.layer;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Collection;
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
   * The average of a group's requests in these strata.
   *
   * @param order a group of layer 4: in layer 3 siblings come in any order
   * @param toleranceNanos how far siblings on the critical path may overlap
   */
  public static AggregateTrace of(
      GroupSums order, Collection<Integer> strata, long toleranceNanos) {
    SpanLayout layout = order.layout();
    long requests = order.requests(strata);
    long[] starts = new long[layout.size()];
    long[] latestBegins = new long[layout.size()];
    int[] begun = new int[layout.size()];
    List<Span> spans = new ArrayList<>();
    for (int position = 0; position < layout.size(); position++) {
      int parent = layout.parent(position);
      if (position > 0) {
        int diff = layout.childDiff(parent, begun[parent]++);
        latestBegins[parent] += order.sumNanos(diff, strata);
        starts[position] = latestBegins[parent];
      }
      latestBegins[position] = starts[position];
      long end = starts[position] + order.sumNanos(layout.duration(position), strata);
      long start = mean(starts[position], requests);
      spans.add(new Span(parent, layout.frame(position), start, mean(end, requests) - start));
    }
    return new AggregateTrace(requests, spans, criticalPath(spans, toleranceNanos));
  }

  private static long mean(long sum, long requests) {
    return requests == 0 ? 0 : Math.round((double) sum / requests);
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

  /**
   * The critical path's nanoseconds in each sub-span, by {@link SpanLayout#subSpan}. They add up to
   * the duration: the only events within a section are starts of children, and each of them ends
   * one sub-span and begins the next.
   *
   * @param layout the layout of the group
   */
  public long[] criticalNanos(SpanLayout layout) {
    int[] next = new int[spans.size()];
    int[] sibling = new int[spans.size()];
    for (int child = spans.size() - 1; child > 0; child--) {
      int parent = spans.get(child).parent();
      sibling[child] = next[parent];
      next[parent] = child;
    }
    int[] begun = new int[spans.size()];
    long[] nanos = new long[layout.valueCount()];
    for (Section section : criticalPath) {
      int span = section.span();
      long from = section.fromNanos();
      while (from < section.toNanos()) {
        while (next[span] > 0 && spans.get(next[span]).startNanos() <= from) {
          next[span] = sibling[next[span]];
          begun[span]++;
        }
        long begin = next[span] > 0 ? spans.get(next[span]).startNanos() : section.toNanos();
        long to = Math.min(begin, section.toNanos());
        nanos[layout.subSpan(span, begun[span])] += to - from;
        from = to;
      }
    }
    return nanos;
  }
}
