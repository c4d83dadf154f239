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
 * How long requests wait for each part of a span. The critical path of each order's aggregate trace
 * (layer 4) is multiplied by the order's requests. The times are summed by structure (layer 3) and
 * by operation (layers 1 and 2). In one order, the times of all parts add up to the duration of its
 * requests, within half a nanosecond a request.
 */
final class CriticalTimes {
  private final List<Integer> strata;
  private final long durationNanos;
  private final Map<CallTreeSignature, AggregateTrace> traces = new HashMap<>();
  private final Map<CallTreeSignature, int[]> canonicalPositions = new HashMap<>();
  private final Map<CallTreeSignature, long[]> orders = new HashMap<>();
  private final Map<CallTreeSignature, long[]> structures = new HashMap<>();
  private final Map<Frame, Long> operations = new HashMap<>();

  /** Computes the times of the requests in these strata. */
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
    canonicalPositions.put(order, positions);
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

  /** The sum of the requests' durations, including requests without a named order. */
  long durationNanos() {
    return durationNanos;
  }

  /** The average trace of an order that has requests in the strata. */
  AggregateTrace trace(CallTreeSignature order) {
    return requireNonNull(traces.get(order));
  }

  /** The position in such an order of the span that has this position in its structure. */
  int position(CallTreeSignature order, int canonical) {
    int[] positions = requireNonNull(canonicalPositions.get(order));
    int position = 0;
    while (positions[position] != canonical) {
      position++;
    }
    return position;
  }

  /** The critical nanoseconds of a sub-span in an order that has requests in the strata. */
  long ofOrder(CallTreeSignature order, int value) {
    return requireNonNull(orders.get(order))[value];
  }

  /** The critical nanoseconds of a sub-span, summed over all named orders of a structure. */
  long ofStructure(CallTreeSignature structure, int value) {
    long @Nullable [] nanos = structures.get(structure);
    return nanos == null ? 0 : nanos[value];
  }

  /** The critical nanoseconds of an operation, summed over all its spans. */
  long ofOperation(Frame operation) {
    return operations.getOrDefault(operation, 0L);
  }
}
