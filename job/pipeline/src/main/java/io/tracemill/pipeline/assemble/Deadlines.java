package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When the open traces of a subtask are to be looked at. As {@link
 * io.tracemill.analysis.trace.AssemblyClock} rounds deadlines, there are few moments, and many
 * traces of each.
 *
 * <p>They are no timers of Flink, of which each would take its place in a heap of millions, an
 * entry of a table and bytes of state: fragments know the same. Nothing is taken back; whoever is
 * handed a trace looks whether it is still open, and due.
 */
final class Deadlines {
  private final TreeMap<Long, List<TraceId>> moments = new TreeMap<>();

  /** The trace is to be looked at when time has come to {@code millis}. */
  void add(TraceId traceId, long millis) {
    moments.computeIfAbsent(millis, moment -> new ArrayList<>()).add(traceId);
  }

  /** What is done with a trace whose moment has come. */
  @FunctionalInterface
  interface Look {
    void at(TraceId traceId, long millis) throws Exception;
  }

  /**
   * Hands out, the earliest first, what is due at {@code millis}, and what that adds until then.
   */
  void forEachUntil(long millis, Look look) throws Exception {
    while (!moments.isEmpty() && moments.firstKey() <= millis) {
      Map.Entry<Long, List<TraceId>> moment = moments.pollFirstEntry();
      for (TraceId traceId : moment.getValue()) {
        look.at(traceId, moment.getKey());
      }
    }
  }
}
