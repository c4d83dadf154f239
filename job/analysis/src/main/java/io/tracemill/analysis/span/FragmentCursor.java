package io.tracemill.analysis.span;

/**
 * Reads the entries of a fragment, one after the other.
 *
 * <pre>
 * entry    = tag byte, body
 * resource = 6, service, host                          names of the spans that follow
 * rejected = 7                                         a span of this trace that was refused
 * span     = kind + flags, span id (8), [parent id (8)], start (8), duration, name, [attributes]
 * name     = length varint, UTF-8
 * attributes = count byte, (index byte, value)*
 * </pre>
 *
 * Eight-byte numbers are little endian, durations varints, all times nanoseconds. Only {@link
 * FragmentBuilder} writes fragments, so their bytes are trusted.
 */
public final class FragmentCursor extends ByteReader {
  static final int TYPE_MASK = 0x07;
  static final int TYPE_RESOURCE = 6;
  static final int TYPE_REJECTED = 7;
  static final int FLAG_ERROR = 0x08;
  static final int FLAG_PARENT = 0x10;
  static final int FLAG_ASYNC = 0x20;
  static final int FLAG_ATTRIBUTES = 0x40;
  static final int FLAG_PART = 0x80;

  /** The kind of entry that {@link #next} found. */
  public enum Entry {
    RESOURCE,
    REJECTED,
    SPAN,
    END
  }

  private int tag;
  private long spanId;
  private long parentId;
  private long startNanos;
  private long durationNanos;
  private int nameOffset;
  private int nameLength;
  private int hostOffset;
  private int hostLength;
  private int attributesOffset;

  /** Starts at the first entry of {@code bytes}. */
  public void reset(byte[] bytes) {
    this.bytes = bytes;
    at = 0;
  }

  /** Moves to the next entry and returns its kind. */
  public Entry next() {
    if (at == bytes.length) {
      return Entry.END;
    }
    tag = bytes[at++];
    return switch (tag & TYPE_MASK) {
      case TYPE_RESOURCE -> readResource();
      case TYPE_REJECTED -> Entry.REJECTED;
      default -> readSpan();
    };
  }

  private Entry readResource() {
    readName();
    int serviceOffset = nameOffset;
    int serviceLength = nameLength;
    readName();
    hostOffset = nameOffset;
    hostLength = nameLength;
    nameOffset = serviceOffset;
    nameLength = serviceLength;
    return Entry.RESOURCE;
  }

  private Entry readSpan() {
    spanId = readLong();
    parentId = (tag & FLAG_PARENT) != 0 ? readLong() : 0;
    startNanos = readLong();
    durationNanos = varint();
    readName();
    attributesOffset = at;
    if ((tag & FLAG_ATTRIBUTES) != 0) {
      int count = bytes[at++];
      for (int i = 0; i < count; i++) {
        at++;
        int length = (int) varint();
        at += length;
      }
    }
    return Entry.SPAN;
  }

  private void readName() {
    nameLength = (int) varint();
    nameOffset = at;
    at += nameLength;
  }

  private long readLong() {
    long value = Bytes.littleEndianLong(bytes, at);
    at += Long.BYTES;
    return value;
  }

  /** The array that the offsets point into. */
  public byte[] bytes() {
    return bytes;
  }

  public SpanKind kind() {
    return SpanKind.ofNumber(tag & TYPE_MASK);
  }

  public boolean error() {
    return (tag & FLAG_ERROR) != 0;
  }

  /** Whether the span's parent does not wait for it. */
  public boolean async() {
    return (tag & FLAG_ASYNC) != 0;
  }

  /** Whether its sender may have sent the span in parts. */
  public boolean part() {
    return (tag & FLAG_PART) != 0;
  }

  public long spanId() {
    return spanId;
  }

  /** The parent's id; 0 if there is none. */
  public long parentId() {
    return parentId;
  }

  /** Nanoseconds since the epoch; 0 for a part without time. */
  public long startNanos() {
    return startNanos;
  }

  /** Nanoseconds, not negative. */
  public long durationNanos() {
    return durationNanos;
  }

  /** The offset of the operation name, or of a resource's service name. */
  public int nameOffset() {
    return nameOffset;
  }

  /** Length in bytes of the name at {@link #nameOffset}. */
  public int nameLength() {
    return nameLength;
  }

  /** The offset of the resource's host. */
  public int hostOffset() {
    return hostOffset;
  }

  /** Length in bytes of the resource's host; 0 if it is not known. */
  public int hostLength() {
    return hostLength;
  }

  /** Whether the span has attributes. */
  public boolean hasAttributes() {
    return (tag & FLAG_ATTRIBUTES) != 0;
  }

  /**
   * The offset of the span's attributes for an {@link AttributeCursor}, if it {@link #hasAttributes
   * has any}.
   */
  public int attributesOffset() {
    return attributesOffset;
  }
}
