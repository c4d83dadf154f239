package io.tracemill.bench.workload;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.SpanKind;

/**
 * One span of a {@link CallTree}.
 *
 * @param parent number of the span that calls it, less than its own; -1 for the root
 * @param service number of its service
 * @param concurrent whether what it calls runs at the same time, instead of one after the other
 */
public record Call(int parent, int service, String operation, SpanKind kind, boolean concurrent) {
  static final int NO_PARENT = -1;

  public Call {
    requireNonNull(operation, "operation");
    requireNonNull(kind, "kind");
  }
}
