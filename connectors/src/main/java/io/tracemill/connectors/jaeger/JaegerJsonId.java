package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * An id as Jaeger writes it in JSON: hexadecimal digits in documents, base64 of 8 or 16 bytes in
 * records. Base64 ids end in {@code =}, so the reader accepts both kinds everywhere. Mutable.
 */
final class JaegerJsonId {
  private final HexId hex = new HexId();
  private final Slice text = new Slice();
  private final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
  private long high;
  private long low;
  private int bits;

  /** Resets it to an absent id. */
  void clear() {
    set(0, 0, 0);
  }

  private void set(long high, long low, int bits) {
    this.high = high;
    this.low = low;
    this.bits = bits;
  }

  /** Reads the current string. */
  void read(JsonInput json) throws IOException, MalformedRecordException {
    json.id(hex);
    if (hex.digits() >= 0) {
      set(hex.high(), hex.low(), 4 * hex.digits());
    } else {
      json.text(text);
      readBase64(text);
    }
  }

  private void readBase64(Slice text) {
    set(0, 0, -1);
    int end = text.offset() + text.length();
    if (text.isEmpty() || text.array()[end - 1] != '=') {
      return;
    }
    try {
      byte[] base64 = Arrays.copyOfRange(text.array(), text.offset(), end);
      int length = Base64.getDecoder().decode(base64, bytes.array());
      if (length == Long.BYTES) {
        set(0, bytes.getLong(0), Long.SIZE);
      } else if (length == 2 * Long.BYTES) {
        set(bytes.getLong(0), bytes.getLong(Long.BYTES), 2 * Long.SIZE);
      }
    } catch (IllegalArgumentException e) {
      // Not base64 either, or too long: it stays malformed.
    }
  }

  /** Whether there was an id, even a malformed one. */
  boolean isGiven() {
    return bits != 0;
  }

  /** Whether it was given and has no more than 64 bits. */
  boolean isSpanId() {
    return bits > 0 && bits <= Long.SIZE;
  }

  /** The first 64 of 128 bits; 0 if malformed. */
  long high() {
    return high;
  }

  /** The last 64 of 128 bits; 0 if malformed. */
  long low() {
    return low;
  }
}
