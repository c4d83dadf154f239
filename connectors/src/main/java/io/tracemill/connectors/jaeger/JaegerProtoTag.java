package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;

/** A {@code KeyValue} of Jaeger's protobuf. Text is made only when it is asked for. */
final class JaegerProtoTag implements JaegerTag {
  private static final int KEY = tag(1, LENGTH_DELIMITED);
  private static final int TYPE = tag(2, VARINT);
  private static final int STRING_VALUE = tag(3, LENGTH_DELIMITED);
  private static final int BOOL_VALUE = tag(4, VARINT);
  private static final int INT_VALUE = tag(5, VARINT);
  private static final int DOUBLE_VALUE = tag(6, FIXED64);

  private static final int STRING = 0;
  private static final int BOOL = 1;
  private static final int INT64 = 2;
  private static final int FLOAT64 = 3;

  private static final Slice TRUE = new Slice();
  private static final Slice FALSE = new Slice();

  static {
    TRUE.set("true");
    FALSE.set("false");
  }

  private final Slice key = new Slice();
  private final Slice string = new Slice();
  private int type;
  private boolean bool;
  private long integer;
  private long doubleBits;

  /** Reads the field that {@code cursor} stands at; whether it has a text. */
  boolean read(ProtoCursor cursor) throws MalformedRecordException {
    key.clear();
    string.clear();
    type = STRING;
    bool = false;
    integer = 0;
    doubleBits = 0;
    int outer = cursor.enter();
    while (cursor.next()) {
      readField(cursor);
    }
    cursor.leave(outer);
    return type >= STRING && type <= FLOAT64;
  }

  private void readField(ProtoCursor cursor) throws MalformedRecordException {
    int tag = cursor.tag();
    if (tag == KEY) {
      cursor.slice(key);
    } else if (tag == STRING_VALUE) {
      cursor.slice(string);
    } else if (tag == TYPE) {
      type = (int) cursor.varint();
    } else if (tag == BOOL_VALUE) {
      bool = cursor.varint() != 0;
    } else if (tag == INT_VALUE) {
      integer = cursor.varint();
    } else if (tag == DOUBLE_VALUE) {
      doubleBits = cursor.fixed64();
    } else {
      cursor.skip();
    }
  }

  @Override
  public Slice key() {
    return key;
  }

  @Override
  public Slice text() {
    if (type == BOOL) {
      return bool ? TRUE : FALSE;
    }
    if (type == INT64) {
      string.set(Long.toString(integer));
    } else if (type == FLOAT64) {
      string.set(Double.toString(Double.longBitsToDouble(doubleBits)));
    }
    return string;
  }
}
