package io.tracemill.bench.workload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a {@code jaeger.api_v2.Span} and where in them its trace's id (its own and that of
 * the reference to its parent) and its start stand. A start's two numbers always take five bytes
 * each, as they do in three of four real ones; the others are padded, which protobuf permits.
 */
final class JaegerSpanTemplate {
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private static final int TRACE_ID = 1;
  private static final int REFERENCES = 4;
  private static final int START_TIME = 6;
  private static final int TRACE_ID_BYTES = 16;
  private static final int NUMBER_BYTES = 5;
  private static final byte[] START = startField();

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final byte[] key = new byte[2 * TRACE_ID_BYTES];
  private final byte[] value;
  private final int trace;
  private final int[] traceIds;
  private final int start;
  private final long startMicros;

  private JaegerSpanTemplate(byte[] value, List<Integer> traceIds, int start, long startMicros) {
    this.value = value;
    this.traceIds = traceIds.stream().mapToInt(Integer::intValue).toArray();
    this.trace = (int) (long) BIG.get(value, this.traceIds[0] + Long.BYTES) - 1;
    this.start = start;
    this.startMicros = startMicros;
  }

  /** A template of a record that the encoder has made of a span of an {@link Export}. */
  static JaegerSpanTemplate of(byte[] record) {
    try {
      return find(record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JaegerSpanTemplate find(byte[] record) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(record);
    List<Integer> traceIds = new ArrayList<>();
    int field = WireFormat.getTagFieldNumber(in.readTag());
    int before = 0;
    // Fields were written in the order of their numbers.
    for (; field != START_TIME; field = WireFormat.getTagFieldNumber(in.readTag())) {
      int length = in.readRawVarint32();
      int content = in.getTotalBytesRead();
      if (field == TRACE_ID) {
        traceIds.add(content);
      } else if (field == REFERENCES) {
        // A reference starts with the id of its trace, behind a tag and a length.
        traceIds.add(content + 2);
      }
      in.skipRawBytes(length);
      before = in.getTotalBytesRead();
    }
    long micros = micros(in);
    int after = in.getTotalBytesRead();
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(record, 0, before);
    value.write(START);
    value.write(record, after, record.length - after);
    return new JaegerSpanTemplate(value.toByteArray(), traceIds, before + 3, micros);
  }

  private static long micros(CodedInputStream in) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    long micros = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      long number = in.readRawVarint64();
      boolean seconds = WireFormat.getTagFieldNumber(tag) == 1;
      micros += seconds ? number * MICROS_PER_SECOND : number / NANOS_PER_MICRO;
    }
    in.popLimit(limit);
    return micros;
  }

  /** The field of the start, its numbers left open. */
  private static byte[] startField() {
    byte[] field = new byte[3 + NUMBER_BYTES + 1 + NUMBER_BYTES];
    field[0] = (START_TIME << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    field[1] = (byte) (field.length - 2);
    field[2] = 1 << 3;
    field[3 + NUMBER_BYTES] = 2 << 3;
    return field;
  }

  /** Writes the ids of a trace and its span's start into {@link #key} and {@link #value}. */
  void render(long firstTrace, long startNanos) {
    long high = Mix.of(firstTrace + trace);
    long low = Mix.of(high);
    for (int at : traceIds) {
      BIG.set(value, at, high);
      BIG.set(value, at + Long.BYTES, low);
    }
    long micros = startNanos / NANOS_PER_MICRO + startMicros;
    number(start, micros / MICROS_PER_SECOND);
    number(start + NUMBER_BYTES + 1, micros % MICROS_PER_SECOND * NANOS_PER_MICRO);
    hex(0, high);
    hex(TRACE_ID_BYTES, low);
  }

  private void number(int at, long number) {
    long rest = number;
    for (int i = at; i < at + NUMBER_BYTES - 1; i++) {
      value[i] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    value[at + NUMBER_BYTES - 1] = (byte) rest;
  }

  private void hex(int at, long number) {
    for (int i = 0; i < TRACE_ID_BYTES; i++) {
      key[at + i] = HEX[(int) (number >>> (60 - 4 * i)) & 0xf];
    }
  }

  /** The trace's id in hexadecimal digits; as of the last {@link #render}. */
  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }
}
