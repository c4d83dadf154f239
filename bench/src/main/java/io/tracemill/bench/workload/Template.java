package io.tracemill.bench.workload;

/** The records of an {@link Export}, into which only ids and times are written each time. */
sealed interface Template permits RecordTemplate, JaegerTemplate {
  /** Of all its records. */
  int spans();

  /**
   * Hands out its records, with traces numbered from {@code firstTrace} whose roots start at {@code
   * startNanos}, each with a {@link Tempo} of its own.
   */
  void render(long firstTrace, long startNanos, long timestampMillis, Workload.Sink sink);
}
