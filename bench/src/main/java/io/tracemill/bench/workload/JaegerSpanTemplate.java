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
 * the reference to its parent), its start and its duration stand. The two numbers of either always
 * take five bytes each, as a start's do in three of four real spans; the others are padded, which
 * protobuf permits, so that a short duration takes seven bytes more than a real one.
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
  private static final int DURATION = 7;

  /** A time's tag and length, and the tag of its first number. */
  private static final int BEFORE_NUMBERS = 3;

  private static final int TIME_BYTES = BEFORE_NUMBERS + NUMBER_BYTES + 1 + NUMBER_BYTES;

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final byte[] key = new byte[2 * TRACE_ID_BYTES];
  private final byte[] value;
  private final int trace;
  private final int[] traceIds;
  private final int times;
  private final long startMicros;
  private final long endMicros;

  private JaegerSpanTemplate(
      byte[] value, List<Integer> traceIds, int times, long startMicros, long endMicros) {
    this.value = value;
    this.traceIds = traceIds.stream().mapToInt(Integer::intValue).toArray();
    this.trace = (int) (long) BIG.get(value, this.traceIds[0] + Long.BYTES) - 1;
    this.times = times;
    this.startMicros = startMicros;
    this.endMicros = endMicros;
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
    long startMicros = micros(in);
    field = WireFormat.getTagFieldNumber(in.readTag());
    if (field != DURATION) {
      throw new IllegalStateException("field %d in place of a duration".formatted(field));
    }
    long endMicros = startMicros + micros(in);
    int after = in.getTotalBytesRead();
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(record, 0, before);
    value.write(time(START_TIME));
    value.write(time(DURATION));
    value.write(record, after, record.length - after);
    return new JaegerSpanTemplate(value.toByteArray(), traceIds, before, startMicros, endMicros);
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

  /** The field of a time with this number, its own numbers left open. */
  private static byte[] time(int field) {
    byte[] time = new byte[TIME_BYTES];
    time[0] = (byte) ((field << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED);
    time[1] = TIME_BYTES - 2;
    time[2] = 1 << 3;
    time[BEFORE_NUMBERS + NUMBER_BYTES] = 2 << 3;
    return time;
  }

  /** Writes the ids of a trace and its span's times into {@link #key} and {@link #value}. */
  void render(long firstTrace, long startNanos) {
    long high = Mix.of(firstTrace + trace);
    long low = Mix.of(high);
    for (int at : traceIds) {
      BIG.set(value, at, high);
      BIG.set(value, at + Long.BYTES, low);
    }
    int tempo = Tempo.of(high);
    long start = Tempo.stretch(startMicros, tempo);
    time(times, startNanos / NANOS_PER_MICRO + start);
    time(times + TIME_BYTES, Tempo.stretch(endMicros, tempo) - start);
    hex(0, high);
    hex(TRACE_ID_BYTES, low);
  }

  private void time(int at, long micros) {
    number(at + BEFORE_NUMBERS, micros / MICROS_PER_SECOND);
    number(at + BEFORE_NUMBERS + NUMBER_BYTES + 1, micros % MICROS_PER_SECOND * NANOS_PER_MICRO);
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
