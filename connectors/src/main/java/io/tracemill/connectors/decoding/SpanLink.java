package io.tracemill.connectors.decoding;

/** A reference or a link of a span to another one, which may be its parent. Mutable. */
public final class SpanLink {
  /** What the other span is. */
  public enum Kind {
    /** The parent, which waits. */
    CHILD_OF,
    /** A parent that does not wait, unless there is one that waits. */
    FOLLOWS_FROM
  }

  Kind kind = Kind.CHILD_OF;
  boolean traceGiven;
  long traceHigh;
  long traceLow;
  boolean readable;
  long spanId;

  void clear(Kind kind) {
    this.kind = kind;
    traceGiven = false;
    readable = false;
    spanId = 0;
  }

  public void kind(Kind kind) {
    this.kind = kind;
  }

  /** Sets the trace id; without one it refers to the span's own trace. */
  public void traceId(long high, long low) {
    traceGiven = true;
    traceHigh = high;
    traceLow = low;
  }

  /** Sets the span id. */
  public void spanId(long id) {
    readable = true;
    spanId = id;
  }

  /** Whether it refers to another span of the same trace. */
  boolean isUsableBy(long high, long low, long id) {
    boolean sameTrace = !traceGiven || (traceHigh == high && traceLow == low);
    return sameTrace && !(readable && (spanId == 0 || spanId == id));
  }
}
