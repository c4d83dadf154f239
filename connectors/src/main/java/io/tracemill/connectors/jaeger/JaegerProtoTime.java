package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;

/** A {@code Timestamp} or {@code Duration} of protobuf, which look the same. Mutable. */
final class JaegerProtoTime {
  private static final int SECONDS = tag(1, VARINT);
  private static final int NANOS = tag(2, VARINT);

  private boolean given;
  private long seconds;
  private int nanos;

  void clear() {
    given = false;
    seconds = 0;
    nanos = 0;
  }

  /** Reads the field that {@code cursor} stands at. */
  void read(ProtoCursor cursor) throws MalformedRecordException {
    given = true;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == SECONDS) {
        seconds = cursor.varint();
      } else if (cursor.tag() == NANOS) {
        nanos = (int) cursor.varint();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  boolean isGiven() {
    return given;
  }

  /** All of it in nanoseconds; 0 if it was not given. */
  long nanos() {
    return JaegerTime.ofSeconds(seconds, nanos);
  }
}
