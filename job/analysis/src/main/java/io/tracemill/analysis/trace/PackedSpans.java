package io.tracemill.analysis.trace;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * The spans of one request as bytes, each name once. A {@link SpanPacker} writes them; {@link
 * TraceTree#load} restores the request's tree, with the recorded times, so that everything the
 * analysis computes can be computed again.
 *
 * <p>Spans are in preorder, siblings by recorded start; the request's first span is span 0.
 * Attributes are left out.
 *
 * <p>Format, all numbers but span ids as {@link io.tracemill.analysis.varint.Varint}: the number of
 * names and the names (length, UTF-8); the number of frames and the frames (number of the service's
 * name, number of the operation's name); the number of spans and the spans (distance to the parent,
 * span id in eight bytes, frame, host as number of a name plus 1 or 0 if unknown, one byte of
 * flags, signed start relative to the parent's, signed duration).
 */
public final class PackedSpans {
  static final int KIND = 7;
  static final int ERROR = 8;
  static final int ASYNC_LINK = 16;
  static final int ORPHAN = 32;

  private final byte[] bytes;

  private PackedSpans(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes");
  }

  /** Spans that a {@link SpanPacker} has written; it keeps the array, which must not change. */
  public static PackedSpans ofBytes(byte[] bytes) {
    return new PackedSpans(bytes);
  }

  /** The bytes; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedSpans that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
