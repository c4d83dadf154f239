package io.tracemill.pipeline.stacks;

import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSamples;

/**
 * How many bytes are kept for a host, and how many of its samples were late or dropped.
 *
 * @param spanBytes of its spans
 * @param sampleBytes of its samples
 * @param untilMillis the end of the newest explained window
 * @param late samples since then that arrived after their window was explained
 * @param dropped samples since then without room
 */
record HostAccount(long spanBytes, long sampleBytes, long untilMillis, long late, long dropped) {
  static final HostAccount EMPTY = new HostAccount(0, 0, 0, 0, 0);

  /** Most bytes of the spans of a host, and of its samples. */
  private static final long MAX_BYTES = 32L << 20;

  boolean isLate(HostPart part) {
    return part.timeMillis() < untilMillis;
  }

  boolean hasRoom(HostPart part, int bytes) {
    long held = part instanceof HostSamples ? sampleBytes : spanBytes;
    return held + bytes <= MAX_BYTES;
  }

  HostAccount plus(HostPart part, int bytes) {
    boolean samples = part instanceof HostSamples;
    return new HostAccount(
        spanBytes + (samples ? 0 : bytes),
        sampleBytes + (samples ? bytes : 0),
        untilMillis,
        late,
        dropped);
  }

  HostAccount late(long samples) {
    return new HostAccount(spanBytes, sampleBytes, untilMillis, late + samples, dropped);
  }

  HostAccount dropped(long samples) {
    return new HostAccount(spanBytes, sampleBytes, untilMillis, late, dropped + samples);
  }

  /**
   * The account after a window was explained, without parts: the caller adds those that it keeps.
   */
  HostAccount explained(long endMillis) {
    return new HostAccount(0, 0, endMillis, 0, 0);
  }
}
