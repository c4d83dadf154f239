package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** An id in protobuf: 8 or 16 bytes, the most significant first. Mutable. */
final class JaegerProtoId {
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Slice bytes = new Slice();

  /** Reads the field that {@code cursor} stands at. */
  void read(ProtoCursor cursor) throws MalformedRecordException {
    cursor.slice(bytes);
  }

  boolean isTraceId() {
    return isSpanId() || bytes.length() == 2 * Long.BYTES;
  }

  boolean isSpanId() {
    return bytes.length() == Long.BYTES;
  }

  /** The first 64 of 128 bits; 0 if there are but 64, or it is no id. */
  long high() {
    return bytes.length() == 2 * Long.BYTES ? (long) BIG.get(bytes.array(), bytes.offset()) : 0;
  }

  /** The last 64 bits; 0 if it is no id. */
  long low() {
    return isTraceId()
        ? (long) BIG.get(bytes.array(), bytes.offset() + bytes.length() - Long.BYTES)
        : 0;
  }
}
