package io.tracemill.analysis.diagnosis;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.layer.AggregateTrace;
import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long requests wait for each part of a span: the critical path of each order's aggregate trace
 * (layer 4), times its requests, summed by structure (layer 3) and by operation (layers 1 and 2).
 * Over one order the times of all parts add up to the duration of all requests, up to half a
 * nanosecond a request.
 */
final class CriticalTimes {
  private final List<Integer> strata;
  private final long durationNanos;
  private final Map<CallTreeSignature, AggregateTrace> traces = new HashMap<>();
  private final Map<CallTreeSignature, long[]> orders = new HashMap<>();
  private final Map<CallTreeSignature, long[]> structures = new HashMap<>();
  private final Map<Frame, Long> operations = new HashMap<>();

  /** Of the requests in these strata. */
  CriticalTimes(LayerSums sums, List<Integer> strata, long toleranceNanos) {
    this.strata = strata;
    durationNanos = sums.durationNanos(strata);
    sums.orders()
        .forEach(
            (order, group) -> {
              if (group.requests(strata) > 0) {
                add(order, group, AggregateTrace.of(group, strata, toleranceNanos));
              }
            });
  }

  private void add(CallTreeSignature order, GroupSums group, AggregateTrace trace) {
    SpanLayout layout = group.layout();
    long[] nanos = trace.criticalNanos(layout);
    int[] positions = layout.canonicalPositions();
    int[] indexes = layout.valueIndexes(positions, layout.moved(positions));
    long[] ofStructure =
        structures.computeIfAbsent(group.structure(), added -> new long[nanos.length]);
    for (int position = 0; position < layout.size(); position++) {
      for (int number = 0; number <= layout.children(position); number++) {
        int value = layout.subSpan(position, number);
        nanos[value] *= trace.requests();
        ofStructure[indexes[value]] += nanos[value];
        operations.merge(layout.frame(position), nanos[value], Long::sum);
      }
    }
    orders.put(order, nanos);
    traces.put(order, trace);
  }

  List<Integer> strata() {
    return strata;
  }

  /** Durations of the requests, those without a named order too. */
  long durationNanos() {
    return durationNanos;
  }

  /** The average trace of an order that has requests in the strata. */
  AggregateTrace trace(CallTreeSignature order) {
    return requireNonNull(traces.get(order));
  }

  /** Nanoseconds in a sub-span of such an order. */
  long ofOrder(CallTreeSignature order, int value) {
    return requireNonNull(orders.get(order))[value];
  }

  /** The same over all named orders of a structure. */
  long ofStructure(CallTreeSignature structure, int value) {
    long @Nullable [] nanos = structures.get(structure);
    return nanos == null ? 0 : nanos[value];
  }

  /** The same over all spans of an operation. */
  long ofOperation(Frame operation) {
    return operations.getOrDefault(operation, 0L);
  }
}
