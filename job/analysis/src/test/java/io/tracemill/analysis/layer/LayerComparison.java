package io.tracemill.analysis.layer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Compares sums with the reference that keeps every duration. */
public final class LayerComparison {
  private LayerComparison() {}

  /** All operations, and all groups that have a name and every request. */
  public static void assertEqual(LayerSums sums, SlowLayers reference) {
    OperationSums operations = sums.operations();
    assertThat(operations.names()).isEqualTo(reference.operations.keySet());
    for (Frame frame : operations.names()) {
      OperationTimes times = operations.times(frame, sums.requestsByStratum().keySet());
      assertSame(times.durations(), reference.operations.get(frame), frame);
      assertSame(times.selfTimes(), reference.selves.get(frame), frame);
    }
    sums.orders()
        .forEach((order, group) -> assertOrder(group, requireNonNull(reference.orders.get(order))));
    if (sums.unnamed() == 0) {
      sums.structures()
          .forEach(
              (structure, group) ->
                  assertStructure(group, requireNonNull(reference.structures.get(structure))));
    }
  }

  private static void assertOrder(GroupSums group, Map<String, List<Long>> reference) {
    Map<String, Moments> found = new TreeMap<>();
    SpanLayout layout = group.layout();
    for (int span = 0; span < layout.size(); span++) {
      String name = name(layout, span);
      put(found, name + " duration", group, layout.duration(span));
      for (int child = 0; child < layout.children(span); child++) {
        put(found, name + " child_diff " + child, group, layout.childDiff(span, child));
        put(found, name + " sub_span " + child, group, layout.subSpan(span, child));
      }
      if (layout.children(span) > 0) {
        put(found, name + " end_diff", group, layout.endDiff(span));
      }
    }
    assertThat(found.keySet()).isEqualTo(reference.keySet());
    reference.forEach((name, all) -> assertSame(requireNonNull(found.get(name)), all, name));
  }

  private static String name(SpanLayout layout, int span) {
    StringBuilder name = new StringBuilder();
    layout.path(span).forEach(frame -> name.append('/').append(frame));
    return name.toString();
  }

  /** Like spans of one group add up under one name, on both sides. */
  private static void put(Map<String, Moments> found, String name, GroupSums group, int value) {
    found.merge(name, group.moments(value, group.requestsByStratum().keySet()), Moments::plus);
  }

  private static void assertStructure(GroupSums group, Map<String, List<Long>> reference) {
    Map<String, Moments> found = new TreeMap<>();
    SpanLayout layout = group.layout();
    String[] names = shapes(layout);
    for (int span = 0; span < layout.size(); span++) {
      put(found, names[span] + " duration", group, layout.duration(span));
      for (int child = 0; child < layout.children(span); child++) {
        put(found, names[span] + " child_diff " + child, group, layout.childDiff(span, child));
      }
      if (layout.children(span) > 0) {
        put(found, names[span] + " end_diff", group, layout.endDiff(span));
      }
    }
    assertThat(found.keySet()).isEqualTo(reference.keySet());
    reference.forEach((name, all) -> assertSame(requireNonNull(found.get(name)), all, name));
  }

  /** By position, the shapes of the spans above and of the span itself. */
  private static String[] shapes(SpanLayout layout) {
    String[] shapes = new String[layout.size()];
    for (int span = layout.size() - 1; span >= 0; span--) {
      shapes[span] =
          SlowLayers.shape(
              layout.frame(span), childrenOf(layout, span).stream().map(child -> shapes[child]));
    }
    String[] names = new String[layout.size()];
    for (int span = 0; span < layout.size(); span++) {
      names[span] = (span == 0 ? "" : names[layout.parent(span)]) + "/" + shapes[span];
    }
    return names;
  }

  /** Percentiles of layers 1 and 2 are within 1 %. */
  private static void assertSame(DurationSums found, @Nullable List<Long> expected, Frame what) {
    assertSame(found.moments(), expected, what);
    List<Long> sorted = requireNonNull(expected).stream().sorted().toList();
    for (double q : new double[] {0.5, 0.99}) {
      double exact = sorted.get((int) LatencySketch.nearestRank(q, sorted.size()) - 1);
      assertThat((double) found.quantile(q)).isCloseTo(exact, within(0.01 * exact + 0.5));
    }
  }

  private static void assertSame(Moments found, @Nullable List<Long> expected, Object what) {
    List<Long> all = requireNonNull(expected);
    double mean = all.stream().mapToLong(nanos -> nanos).average().orElse(0);
    double variance =
        all.stream().mapToDouble(nanos -> (nanos - mean) * (nanos - mean)).average().orElse(0);
    assertThat(found.count()).as("%s", what).isEqualTo(all.size());
    assertThat(found.sumNanos()).as("%s", what).isEqualTo(all.stream().mapToLong(n -> n).sum());
    assertThat(found.stddevNanos()).as("%s", what).isCloseTo(Math.sqrt(variance), within(1e-6));
  }

  /** The positions of the children, in order. */
  static List<Integer> childrenOf(SpanLayout layout, int position) {
    return IntStream.range(position + 1, layout.size())
        .filter(child -> layout.parent(child) == position)
        .boxed()
        .toList();
  }
}
