package io.tracemill.analysis.span;

/** Role of a span in the call it records; ordinals are the numbers of OTLP's {@code SpanKind}. */
public enum SpanKind {
  UNSPECIFIED,
  INTERNAL,
  SERVER,
  CLIENT,
  PRODUCER,
  CONSUMER;

  private static final SpanKind[] KINDS = values();

  /** The kind with OTLP's number, {@link #UNSPECIFIED} for a number OTLP does not define. */
  public static SpanKind ofNumber(int number) {
    return number >= 0 && number < KINDS.length ? KINDS[number] : UNSPECIFIED;
  }

  /**
   * Whether a span of this kind waits for its callee. Then its own time belongs to the edge to a
   * child on another service (semantics 5).
   */
  public boolean callsOut() {
    return this == CLIENT || this == PRODUCER || this == UNSPECIFIED;
  }
}
