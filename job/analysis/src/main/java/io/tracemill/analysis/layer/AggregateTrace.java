package io.tracemill.analysis.layer;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The average request of a group: its spans with their mean begin and duration (tprof section 3.5).
 * It is a valid trace, and its sub-spans have their mean durations, because in each request of the
 * group the same events come in the same order (theorem 1). Begins and ends are sums over all
 * requests, divided and rounded last, which keeps their order.
 *
 * @param requests how many it describes
 * @param spans by position; a parent comes before its children
 */
public record AggregateTrace(long requests, List<Span> spans) {
  /**
   * A span of it.
   *
   * @param parent the position of the span above; 0 for the first
   * @param startNanos since the start of the request
   */
  public record Span(int parent, Frame frame, long startNanos, long durationNanos) {}

  public AggregateTrace {
    spans = List.copyOf(spans);
  }

  /**
   * The average of a group's requests in these strata.
   *
   * @param order a group of layer 4: in layer 3 siblings come in any order
   */
  public static AggregateTrace of(GroupSums order, Collection<Integer> strata) {
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
        latestBegins[parent] += order.moments(diff, strata).sumNanos();
        starts[position] = latestBegins[parent];
      }
      latestBegins[position] = starts[position];
      long end = starts[position] + order.moments(layout.duration(position), strata).sumNanos();
      long start = mean(starts[position], requests);
      spans.add(new Span(parent, layout.frame(position), start, mean(end, requests) - start));
    }
    return new AggregateTrace(requests, spans);
  }

  private static long mean(long sum, long requests) {
    return requests == 0 ? 0 : Math.round((double) sum / requests);
  }
}
