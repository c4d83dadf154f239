package io.tracemill.analysis.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AggregateTraceTest {
  /** The mean may be rounded the other way at a begin than at an end. */
  private static final long ROUNDING = 1;

  /** Doubles of means lose less than this in a sum. */
  private static final double LOST = 1e-6;

  private static void add(TraceSpec spec, LayerSums to) {
    new LayerFiller(0).add(AnalyzedTrees.of(spec, 0).tree(), to);
  }

  /** Theorem 1. */
  @Property(tries = 200)
  void itIsAValidTraceWithTheEventsOfItsRequestsInTheirOrder(@ForAll Random random) {
    LayerSums sums = new LayerSums();
    TraceSpec first = RandomTraces.linked(random, 2 + random.nextInt(7), 1_000);
    for (int trace = 0; trace < 20; trace++) {
      add(moved(first, random), sums);
    }
    for (GroupSums group : sums.orders().values()) {
      AggregateTrace trace =
          AggregateTrace.of(
              group, group.requestsByStratum().keySet(), random.nextBoolean() ? 0 : 500);
      assertValid(group, trace);
      assertCriticalPath(group.layout(), trace);
    }
  }

  /** The same spans at slightly other times: some in the same order, some in another. */
  private static TraceSpec moved(TraceSpec first, Random random) {
    TraceSpec moved = TraceSpec.trace(random.nextLong());
    for (TraceSpec.SpanSpec span : first.spans()) {
      long start = span.start + random.nextInt(600);
      moved.root(span.service, start, Math.max(start, span.end + random.nextInt(600)));
      moved.id(span.id).operation(span.operation).kind(span.kind).parentId(span.parentId);
    }
    return moved;
  }

  private static void assertValid(GroupSums group, AggregateTrace trace) {
    assertThat(trace.requests()).isEqualTo(group.requests());
    for (int position = 0; position < trace.spans().size(); position++) {
      AggregateTrace.Span span = trace.spans().get(position);
      AggregateTrace.Span parent = trace.spans().get(span.parent());
      assertThat(span.durationNanos()).isNotNegative();
      assertThat(span.startNanos()).isGreaterThanOrEqualTo(parent.startNanos());
      assertThat(end(span)).isLessThanOrEqualTo(end(parent));
      assertSubSpans(group, trace, position);
      assertBounds(group, trace, position);
    }
  }

  /**
   * Finds the sub-spans of the aggregate trace by their events, and compares them with the means.
   */
  private static void assertSubSpans(GroupSums group, AggregateTrace trace, int position) {
    List<Integer> children = LayerComparison.childrenOf(group.layout(), position);
    AggregateTrace.Span span = trace.spans().get(position);
    long lastBegin = span.startNanos();
    List<AggregateTrace.Span> begun = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      AggregateTrace.Span child = trace.spans().get(children.get(i));
      assertThat(child.startNanos()).isGreaterThanOrEqualTo(lastBegin);
      double mean = mean(group, group.layout().subSpan(position, i));
      long event = child.startNanos() - Math.round(mean);
      // A sub-span begins with its parent, the last begin, or the end of a child that began before.
      List<Long> events = new ArrayList<>(List.of(lastBegin));
      begun.forEach(earlier -> events.add(end(earlier)));
      assertThat(events)
          .as("sub-span %d of %d", i, position)
          .anySatisfy(time -> assertThat(Math.abs(time - event)).isLessThanOrEqualTo(2 * ROUNDING));
      lastBegin = child.startNanos();
      begun.add(child);
    }
    long lastEnd = begun.stream().mapToLong(AggregateTraceTest::end).max().orElse(lastBegin);
    double last = mean(group, group.layout().subSpan(position, children.size()));
    long expected = children.isEmpty() ? span.durationNanos() : end(span) - lastEnd;
    assertThat(Math.abs(expected - last)).isLessThanOrEqualTo(ROUNDING + LOST);
  }

  /** Sections tile the trace; their overlap with each sub-span is its critical time. */
  private static void assertCriticalPath(SpanLayout layout, AggregateTrace trace) {
    long at = 0;
    long[] expected = new long[layout.valueCount()];
    for (AggregateTrace.Section section : trace.criticalPath()) {
      assertThat(section.fromNanos()).isEqualTo(at);
      assertThat(section.toNanos()).isGreaterThan(at);
      at = section.toNanos();
      addOverlaps(section, layout, trace, expected);
    }
    assertThat(at).isEqualTo(trace.spans().get(0).durationNanos());
    long[] found = trace.criticalNanos(layout);
    assertThat(found).isEqualTo(expected);
    assertThat(Arrays.stream(found).sum()).isEqualTo(at);
  }

  private static void addOverlaps(
      AggregateTrace.Section section, SpanLayout layout, AggregateTrace trace, long[] to) {
    AggregateTrace.Span span = trace.spans().get(section.span());
    List<AggregateTrace.Span> children =
        LayerComparison.childrenOf(layout, section.span()).stream()
            .map(trace.spans()::get)
            .toList();
    for (int i = 0; i <= children.size(); i++) {
      long end = i < children.size() ? children.get(i).startNanos() : span.endNanos();
      long latest = span.startNanos();
      for (AggregateTrace.Span earlier : children.subList(0, i)) {
        latest = Math.max(latest, earlier.startNanos());
        latest = earlier.endNanos() <= end ? Math.max(latest, earlier.endNanos()) : latest;
      }
      long overlap = Math.min(end, section.toNanos()) - Math.max(latest, section.fromNanos());
      to[layout.subSpan(section.span(), i)] += Math.max(0, overlap);
    }
  }

  private static void assertBounds(GroupSums group, AggregateTrace trace, int position) {
    for (int number = 0; number <= group.layout().children(position); number++) {
      double mean = mean(group, group.layout().subSpan(position, number));
      SubSpanBounds bounds = SubSpanBounds.of(trace, position, number);
      assertThat(Math.abs(bounds.nanos() - mean))
          .as("sub-span %d of %d", number, position)
          .isLessThanOrEqualTo(2 * ROUNDING + LOST);
    }
  }

  private static double mean(GroupSums group, int value) {
    return group.moments(value, group.requestsByStratum().keySet()).meanNanos();
  }

  private static long end(AggregateTrace.Span span) {
    return span.startNanos() + span.durationNanos();
  }

  /** The example of section 3.5: A takes 9 ms, B and C 3 ms, each sub-span 1 ms. */
  @Test
  void meansOfSpansAndSubSpansAreLaidOutOneAfterTheOther() {
    LayerSums sums = new LayerSums();
    add(calls(1, 500_000, 2_000_000), sums);
    add(calls(2, 1_500_000, 4_000_000), sums);
    GroupSums group = sums.orders().values().iterator().next();

    AggregateTrace trace = AggregateTrace.of(group, group.requestsByStratum().keySet(), 0);

    assertThat(trace.requests()).isEqualTo(2);
    assertThat(trace.spans())
        .extracting(AggregateTrace.Span::startNanos)
        .containsExactly(0L, 1_000_000L, 5_000_000L);
    assertThat(trace.spans())
        .extracting(AggregateTrace.Span::durationNanos)
        .containsExactly(9_000_000L, 3_000_000L, 3_000_000L);
  }

  private static TraceSpec calls(long id, long gap, long call) {
    long second = 2 * gap + call;
    return TraceSpec.trace(id)
        .root("a", 0, 3 * gap + 2 * call)
        .as("a")
        .child("a", "b", gap, gap + call)
        .child("a", "c", second, second + call);
  }
}
