package io.tracemill.analysis.span;

/**
 * All spans of one trace that came in one record.
 *
 * <p>The bytes are a sequence of entries (see {@link FragmentCursor}). The concatenated bytes of
 * several fragments of a trace are also such a sequence.
 */
public final class Fragment {
  private final TraceId traceId;
  private final long timeMillis;
  private final long claimedMillis;
  private final int spans;
  private final boolean root;
  private final byte[] bytes;

  /**
   * A fragment; {@code bytes} is not copied and must not change.
   *
   * @param timeMillis event time of its record (semantics 2)
   * @param claimedMillis the record's own timestamp; differs from {@code timeMillis} only if it is
   *     too far ahead to count yet
   * @param spans how many spans {@code bytes} holds
   * @param root whether one of them has no parent
   */
  public Fragment(
      TraceId traceId, long timeMillis, long claimedMillis, int spans, boolean root, byte[] bytes) {
    this.traceId = traceId;
    this.timeMillis = timeMillis;
    this.claimedMillis = claimedMillis;
    this.spans = spans;
    this.root = root;
    this.bytes = bytes;
  }

  public TraceId traceId() {
    return traceId;
  }

  /** Event time, milliseconds since the epoch. */
  public long timeMillis() {
    return timeMillis;
  }

  /** The time its record claimed, milliseconds since the epoch. */
  public long claimedMillis() {
    return claimedMillis;
  }

  /** Spans in it, rejected ones not counted. */
  public int spans() {
    return spans;
  }

  /** Whether one of its spans has no parent. */
  public boolean root() {
    return root;
  }

  /** Its entries; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }
}
