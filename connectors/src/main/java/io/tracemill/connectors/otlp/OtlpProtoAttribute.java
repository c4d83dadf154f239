package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.StatusCodes;

/**
 * One {@code KeyValue} of OTLP's protobuf. Values that are a string, a boolean, an integer or a
 * double have a text; lists, maps and bytes have none. Text is made on demand.
 */
final class OtlpProtoAttribute {
  private static final int KEY = tag(1, LENGTH_DELIMITED);
  private static final int VALUE = tag(2, LENGTH_DELIMITED);
  private static final int STRING_VALUE = tag(1, LENGTH_DELIMITED);
  private static final int BOOL_VALUE = tag(2, VARINT);
  private static final int INT_VALUE = tag(3, VARINT);
  private static final int DOUBLE_VALUE = tag(4, FIXED64);
  private static final int ARRAY_VALUE = tag(5, LENGTH_DELIMITED);
  private static final int MAP_VALUE = tag(6, LENGTH_DELIMITED);
  private static final int BYTES_VALUE = tag(7, LENGTH_DELIMITED);
  private static final int INDEX_VALUE = tag(8, VARINT);
  private static final int NO_TEXT = 0;

  private final Slice key = new Slice();
  private final Slice string = new Slice();
  private int type;
  private long number;

  /**
   * Reads the current field of {@code cursor} if its key is one of {@code keys}; else skips it.
   * Most attributes of a span are not configured, and they take longer to read than its other
   * fields.
   *
   * @return the position of the key, -1 if it is not one of them or the value has no text
   */
  int read(ProtoCursor cursor, AttributeKeys keys) throws MalformedRecordException {
    int begin = cursor.offset();
    int outer = cursor.enter();
    if (cursor.next() && cursor.tag() == KEY) {
      cursor.slice(key);
      if (keys.indexOf(key) < 0 && hasNoMoreThanAValue(cursor)) {
        cursor.leave(outer);
        return -1;
      }
    }
    cursor.leave(outer);
    cursor.rewind(begin);
    read(cursor);
    return hasText() ? keys.indexOf(key) : -1;
  }

  /** Else another key may follow, and the last one counts. */
  private static boolean hasNoMoreThanAValue(ProtoCursor cursor) throws MalformedRecordException {
    if (!cursor.next()) {
      return true;
    }
    if (cursor.tag() != VALUE) {
      return false;
    }
    cursor.skip();
    return !cursor.next();
  }

  /** Reads the current field of {@code cursor}. */
  void read(ProtoCursor cursor) throws MalformedRecordException {
    key.clear();
    type = NO_TEXT;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == KEY) {
        cursor.slice(key);
      } else if (cursor.tag() == VALUE) {
        readValue(cursor);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  /** The value is a {@code oneof}: the last of its fields counts, over all repetitions. */
  private void readValue(ProtoCursor cursor) throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      int tag = cursor.tag();
      if (tag == STRING_VALUE) {
        cursor.slice(string);
        type = tag;
      } else if (tag == BOOL_VALUE || tag == INT_VALUE) {
        number = cursor.varint();
        type = tag;
      } else if (tag == DOUBLE_VALUE) {
        number = cursor.fixed64();
        type = tag;
      } else {
        cursor.skip();
        type = hasNoText(tag) ? NO_TEXT : type;
      }
    }
    cursor.leave(outer);
  }

  private static boolean hasNoText(int tag) {
    return tag == ARRAY_VALUE || tag == MAP_VALUE || tag == BYTES_VALUE || tag == INDEX_VALUE;
  }

  Slice key() {
    return key;
  }

  boolean hasText() {
    return type != NO_TEXT;
  }

  /** The value as a status of HTTP or gRPC, 0 if it is not one; makes no text. */
  int status() {
    if (type == INT_VALUE) {
      return number == (int) number ? (int) number : 0;
    }
    return type == STRING_VALUE ? StatusCodes.of(string) : 0;
  }

  /** The value as text. A string points into the record; other values are converted. */
  Slice text() {
    if (type == BOOL_VALUE) {
      string.set(Boolean.toString(number != 0));
    } else if (type == INT_VALUE) {
      string.set(Long.toString(number));
    } else if (type == DOUBLE_VALUE) {
      string.set(Double.toString(Double.longBitsToDouble(number)));
    }
    return string;
  }
}
