package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The times at which a subtask must check its open traces. {@link
 * io.tracemill.analysis.trace.AssemblyClock} rounds deadlines, so there are few times with many
 * traces each.
 *
 * <p>These are not Flink timers: each timer would cost a heap entry, a table entry and bytes of
 * state for what the fragments already tell. Deadlines are never removed. The visitor checks
 * whether its trace is still open and due.
 */
final class Deadlines {
  private final TreeMap<Long, List<TraceId>> moments = new TreeMap<>();

  /** Schedules a check of the trace at {@code millis}. */
  void add(TraceId traceId, long millis) {
    moments.computeIfAbsent(millis, moment -> new ArrayList<>()).add(traceId);
  }

  /** Handles a trace that may be due. */
  @FunctionalInterface
  interface Look {
    void at(TraceId traceId, long millis) throws Exception;
  }

  /** Visits all traces due by {@code millis}, earliest first, including those that a visit adds. */
  void forEachUntil(long millis, Look look) throws Exception {
    while (!moments.isEmpty() && moments.firstKey() <= millis) {
      Map.Entry<Long, List<TraceId>> moment = moments.pollFirstEntry();
      for (TraceId traceId : moment.getValue()) {
        look.at(traceId, moment.getKey());
      }
    }
  }
}
