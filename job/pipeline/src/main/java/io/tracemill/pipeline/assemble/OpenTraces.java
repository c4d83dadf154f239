package io.tracemill.pipeline.assemble;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.span.TraceId;
import java.util.LinkedHashMap;
import java.util.Map;

/** The open traces of a subtask, oldest first, and their total memory. */
final class OpenTraces {
  private final LinkedHashMap<TraceId, OpenTrace> oldestFirst = new LinkedHashMap<>();
  private long bytes;

  /**
   * The open traces of a snapshot. It does not tell which opened first, so the first due one counts
   * as the oldest.
   */
  static OpenTraces restored(Map<TraceId, OpenTrace> traces) {
    OpenTraces open = new OpenTraces();
    traces.entrySet().stream()
        .sorted(comparingLong(trace -> trace.getValue().dueMillis()))
        .forEach(trace -> open.put(trace.getKey(), trace.getValue()));
    return open;
  }

  /** The figures of a trace; {@link OpenTrace#NONE} if it is not open. */
  OpenTrace get(TraceId traceId) {
    return oldestFirst.getOrDefault(traceId, OpenTrace.NONE);
  }

  /** Sets the figures of a trace, which may be open or new. */
  void put(TraceId traceId, OpenTrace now) {
    OpenTrace before = oldestFirst.put(traceId, now);
    bytes += now.bytes() - (before == null ? 0 : before.bytes());
  }

  /** Removes the trace; {@code last} is its latest known state. */
  void close(TraceId traceId, OpenTrace last) {
    oldestFirst.remove(traceId);
    bytes -= last.bytes();
  }

  /** Whether they hold more than {@code maxBytes}, and there is more than one. */
  boolean exceed(long maxBytes) {
    return bytes > maxBytes && oldestFirst.size() > 1;
  }

  int size() {
    return oldestFirst.size();
  }

  /** Their total memory, see {@link AssemblyCaps#weight}. */
  long bytes() {
    return bytes;
  }

  TraceId oldest() {
    return oldestFirst.keySet().iterator().next();
  }
}
