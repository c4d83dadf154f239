package io.tracemill.pipeline.assemble;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.span.TraceId;
import java.util.LinkedHashSet;
import java.util.Map;

/** Which traces of a subtask are open, the oldest first, and how much they hold together. */
final class OpenTraces {
  private final LinkedHashSet<TraceId> oldestFirst = new LinkedHashSet<>();
  private long bytes;

  /** Those of a snapshot. It does not say which was opened first; the first to be due stands in. */
  static OpenTraces restored(Map<TraceId, OpenTrace> headers) {
    OpenTraces open = new OpenTraces();
    headers.entrySet().stream()
        .sorted(comparingLong(header -> header.getValue().timerMillis()))
        .forEach(header -> open.grow(header.getKey(), header.getValue().bytes()));
    return open;
  }

  /** The trace, open already or not, holds so much more. */
  void grow(TraceId traceId, long moreBytes) {
    oldestFirst.add(traceId);
    bytes += moreBytes;
  }

  /** The trace is open no longer; it held {@code traceBytes}. */
  void close(TraceId traceId, long traceBytes) {
    oldestFirst.remove(traceId);
    bytes -= traceBytes;
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
    return oldestFirst.iterator().next();
  }
}
