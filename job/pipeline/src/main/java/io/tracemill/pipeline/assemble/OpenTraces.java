package io.tracemill.pipeline.assemble;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.span.TraceId;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which traces of a subtask are open, the oldest first, and how much they hold together. */
final class OpenTraces {
  private final LinkedHashMap<TraceId, OpenTrace> oldestFirst = new LinkedHashMap<>();
  private long bytes;

  /** Those of a snapshot. It does not say which was opened first; the first to be due stands in. */
  static OpenTraces restored(Map<TraceId, OpenTrace> traces) {
    OpenTraces open = new OpenTraces();
    traces.entrySet().stream()
        .sorted(comparingLong(trace -> trace.getValue().dueMillis()))
        .forEach(trace -> open.put(trace.getKey(), trace.getValue()));
    return open;
  }

  /** What is known of a trace; {@link OpenTrace#NONE} if it is not open. */
  OpenTrace get(TraceId traceId) {
    return oldestFirst.getOrDefault(traceId, OpenTrace.NONE);
  }

  /** This is known of a trace now, open already or not. */
  void put(TraceId traceId, OpenTrace now) {
    OpenTrace before = oldestFirst.put(traceId, now);
    bytes += now.bytes() - (before == null ? 0 : before.bytes());
  }

  /** The trace, of which {@code last} was known, is open no longer. */
  void close(TraceId traceId, OpenTrace last) {
    oldestFirst.remove(traceId);
    bytes -= last.bytes();
  }

  /** Whether they hold more than {@code maxBytes} and closing some would leave others. */
  boolean exceed(long maxBytes) {
    return bytes > maxBytes && oldestFirst.size() > 1;
  }

  int size() {
    return oldestFirst.size();
  }

  /** Of memory, see {@link AssemblyCaps#weight}. */
  long bytes() {
    return bytes;
  }

  TraceId oldest() {
    return oldestFirst.keySet().iterator().next();
  }
}
