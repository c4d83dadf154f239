package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads protobuf's wire format field by field, straight from an array.
 *
 * <p>It rejects invalid protobuf: field number 0, wire types 6 and 7, varints beyond ten bytes, and
 * groups that do not match. It also rejects negative lengths and lengths beyond the enclosing
 * message. It never reads outside of the message that was {@link #enter entered}.
 */
public final class ProtoCursor {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int LENGTH_DELIMITED = 2;
  public static final int GROUP_START = 3;
  public static final int GROUP_END = 4;
  public static final int FIXED32 = 5;

  private static final int MAX_VARINT_SHIFT = 63;
  private static final int MAX_GROUP_DEPTH = 100;
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] groups = new int[MAX_GROUP_DEPTH];
  private byte[] bytes = {};
  private int at;
  private int end;
  private int tag;

  /** The tag of field {@code number} with this wire type. */
  public static int tag(int number, int wireType) {
    return number << 3 | wireType;
  }

  /** Starts at the first field of the message in {@code bytes}. */
  public void reset(byte[] bytes) {
    this.bytes = bytes;
    at = 0;
    end = bytes.length;
  }

  public byte[] bytes() {
    return bytes;
  }

  /** Offset of the next byte to read. */
  public int offset() {
    return at;
  }

  /** Returns to an earlier offset within the current message. */
  public void rewind(int offset) {
    at = offset;
  }

  /** Moves to the next field; false at the end of the message. */
  public boolean next() throws MalformedRecordException {
    if (at == end) {
      return false;
    }
    tag = (int) varint();
    if (tag >>> 3 == 0) {
      throw malformed("field number 0");
    }
    return true;
  }

  /** Number and wire type of the field, see {@link #tag(int, int)}. */
  public int tag() {
    return tag;
  }

  /** Enters the field's message; returns the value that {@link #leave} needs. */
  public int enter() throws MalformedRecordException {
    int length = length();
    int outerEnd = end;
    end = at + length;
    return outerEnd;
  }

  /** Returns to the enclosing message, after the field. */
  public void leave(int outerEnd) {
    at = end;
    end = outerEnd;
  }

  /** Points {@code slice} at the bytes of the field. */
  public void slice(Slice slice) throws MalformedRecordException {
    int length = length();
    slice.set(bytes, at, length);
    at += length;
  }

  /** Length of the bytes or the message that follows; all of it is in the record. */
  public int length() throws MalformedRecordException {
    int length = (int) varint();
    if (length < 0) {
      throw malformed("negative length");
    }
    require(length);
    return length;
  }

  /** Skips bytes that {@link #length} has checked. */
  public void advance(int length) {
    at += length;
  }

  public long fixed64() throws MalformedRecordException {
    require(Long.BYTES);
    long value = (long) LITTLE.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  public long varint() throws MalformedRecordException {
    if (at < end && bytes[at] >= 0) {
      return bytes[at++];
    }
    return longVarint();
  }

  private long longVarint() throws MalformedRecordException {
    long value = 0;
    for (int shift = 0; shift <= MAX_VARINT_SHIFT; shift += 7) {
      require(1);
      byte next = bytes[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("varint of more than 10 bytes");
  }

  /** Skips the field, of any type. */
  public void skip() throws MalformedRecordException {
    if ((tag & 7) == GROUP_START) {
      skipGroup();
    } else {
      skipValue();
    }
  }

  private void skipValue() throws MalformedRecordException {
    switch (tag & 7) {
      case VARINT -> varint();
      case FIXED64 -> skip(Long.BYTES);
      case LENGTH_DELIMITED -> advance(length());
      case FIXED32 -> skip(Integer.BYTES);
      case GROUP_END -> throw malformed("end of a group that was not open");
      default -> throw malformed("wire type " + (tag & 7));
    }
  }

  private void skip(int length) throws MalformedRecordException {
    require(length);
    at += length;
  }

  private void skipGroup() throws MalformedRecordException {
    int depth = 0;
    groups[depth++] = tag >>> 3;
    while (depth > 0) {
      if (!next()) {
        throw malformed("group without an end");
      }
      int wireType = tag & 7;
      if (wireType == GROUP_START) {
        if (depth == MAX_GROUP_DEPTH) {
          throw malformed("groups nested deeper than " + MAX_GROUP_DEPTH);
        }
        groups[depth++] = tag >>> 3;
      } else if (wireType == GROUP_END && groups[depth - 1] == tag >>> 3) {
        depth--;
      } else {
        skipValue();
      }
    }
  }

  private void require(int length) throws MalformedRecordException {
    if (length > end - at) {
      throw malformed("%d bytes wanted where %d are left".formatted(length, end - at));
    }
  }

  private MalformedRecordException malformed(String what) {
    return new MalformedRecordException("%s at offset %d".formatted(what, at));
  }
}
