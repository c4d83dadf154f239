package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
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

  /** Theorem 1. */
  @Property(tries = 200)
  void itIsAValidTraceWithTheEventsOfItsRequestsInTheirOrder(@ForAll Random random) {
    List<TraceSpec> specs = new ArrayList<>();
    TraceSpec first = RandomTraces.linked(random, 2 + random.nextInt(7), 1_000);
    for (int trace = 0; trace < 20; trace++) {
      specs.add(moved(first, random));
    }
    for (OrderGroup group : LayersTest.orders(specs)) {
      AggregateTrace trace = average(group, random.nextBoolean() ? 0 : 500);
      assertValid(group, trace);
      assertCriticalPath(trace);
    }
  }

  private static AggregateTrace average(OrderGroup group, long toleranceNanos) {
    return AggregateTrace.of(group, group.rows().size(), false, toleranceNanos);
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

  private static void assertValid(OrderGroup group, AggregateTrace trace) {
    assertThat(trace.requests()).isEqualTo(group.rows().size());
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
  private static void assertSubSpans(OrderGroup group, AggregateTrace trace, int position) {
    int[] children = group.layout().childrenOf(position);
    AggregateTrace.Span span = trace.spans().get(position);
    long lastBegin = span.startNanos();
    List<AggregateTrace.Span> begun = new ArrayList<>();
    for (int i = 0; i < children.length; i++) {
      AggregateTrace.Span child = trace.spans().get(children[i]);
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
    double last = mean(group, group.layout().subSpan(position, children.length));
    long expected = children.length == 0 ? span.durationNanos() : end(span) - lastEnd;
    assertThat(Math.abs(expected - last)).isLessThanOrEqualTo(ROUNDING + LOST);
  }

  private static void assertCriticalPath(AggregateTrace trace) {
    long at = 0;
    for (AggregateTrace.Section section : trace.criticalPath()) {
      assertThat(section.fromNanos()).isEqualTo(at);
      assertThat(section.toNanos()).isGreaterThan(at);
      at = section.toNanos();
    }
    assertThat(at).isEqualTo(trace.spans().get(0).durationNanos());
  }

  private static void assertBounds(OrderGroup group, AggregateTrace trace, int position) {
    for (int number = 0; number <= group.layout().children(position); number++) {
      double mean = mean(group, group.layout().subSpan(position, number));
      SubSpanBounds bounds = SubSpanBounds.of(trace, position, number);
      assertThat(Math.abs(bounds.nanos() - mean))
          .as("sub-span %d of %d", number, position)
          .isLessThanOrEqualTo(2 * ROUNDING + LOST);
    }
  }

  private static double mean(OrderGroup group, int value) {
    return group.sum(value, false) / group.rows().size();
  }

  private static long end(AggregateTrace.Span span) {
    return span.startNanos() + span.durationNanos();
  }

  /** The example of section 3.5: A takes 9 ms, B and C 3 ms, each sub-span 1 ms. */
  @Test
  void meansOfSpansAndSubSpansAreLaidOutOneAfterTheOther() {
    List<TraceSpec> specs = List.of(calls(1, 500_000, 2_000_000), calls(2, 1_500_000, 4_000_000));

    AggregateTrace trace = average(LayersTest.orders(specs).get(0), 0);

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
