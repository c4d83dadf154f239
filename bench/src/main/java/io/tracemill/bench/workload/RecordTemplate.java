package io.tracemill.bench.workload;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of an export request, with the offsets of its ids and times. Each record made from it
 * overwrites these. In the template, a trace's id is its number in the batch plus one, and times
 * count from the start of its root.
 *
 * <p>Each trace is slower or faster than the template by a factor of 0.8 to 1.25, which depends on
 * its id. All its times are multiplied by the factor and rounded down. So order stays, and callees
 * stay within their callers. Siblings that overlap by two and a half milliseconds still overlap by
 * at least two.
 */
final class RecordTemplate {
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Fractional bits of a factor. */
  private static final int POINT = 16;

  private static final int STEP_BITS = 12;
  private static final long FASTEST = Math.round(0.8 * (1 << POINT));
  private static final long SLOWEST = Math.round(1.25 * (1 << POINT));

  /** The offsets of one span's ids and times, and the original values. */
  private record Spot(int traceId, int trace, int start, long startNanos, int end, long endNanos) {}

  private final byte[] bytes;
  private final Spot[] spots;

  RecordTemplate(byte[] request) {
    bytes = request;
    try {
      spots = find(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int spans() {
    return spots.length;
  }

  /**
   * Renders the record for traces numbered from {@code firstTrace}, whose roots start at {@code
   * startNanos}.
   */
  void render(long firstTrace, long startNanos, long timestampMillis, Workload.Sink sink) {
    for (Spot spot : spots) {
      long high = mix(firstTrace + spot.trace);
      BIG.set(bytes, spot.traceId, high);
      BIG.set(bytes, spot.traceId + Long.BYTES, mix(high));
      LITTLE.set(bytes, spot.start, startNanos + stretch(spot.startNanos, high));
      LITTLE.set(bytes, spot.end, startNanos + stretch(spot.endNanos, high));
    }
    sink.accept(new byte[0], bytes, spots.length, timestampMillis);
  }

  /** Scales a time of the template for the trace with this upper half of its id. */
  static long stretch(long nanos, long traceIdHigh) {
    long step = traceIdHigh >>> (Long.SIZE - STEP_BITS);
    return (nanos * (FASTEST + (((SLOWEST - FASTEST) * step) >> STEP_BITS))) >> POINT;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64 bits. */
  static long mix(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  private static Spot[] find(byte[] bytes) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    List<Spot> spots = new ArrayList<>();
    while (seek(in, ExportTraceServiceRequest.RESOURCE_SPANS_FIELD_NUMBER)) {
      int resourceSpans = in.pushLimit(in.readRawVarint32());
      while (seek(in, ResourceSpans.SCOPE_SPANS_FIELD_NUMBER)) {
        int scopeSpans = in.pushLimit(in.readRawVarint32());
        while (seek(in, ScopeSpans.SPANS_FIELD_NUMBER)) {
          int span = in.pushLimit(in.readRawVarint32());
          spots.add(spot(in));
          in.popLimit(span);
        }
        in.popLimit(scopeSpans);
      }
      in.popLimit(resourceSpans);
    }
    return spots.toArray(Spot[]::new);
  }

  /** Moves behind the tag of the next field with this number; returns false at the end. */
  private static boolean seek(CodedInputStream in, int field) throws IOException {
    int tag = in.readTag();
    while (tag != 0 && WireFormat.getTagFieldNumber(tag) != field) {
      in.skipField(tag);
      tag = in.readTag();
    }
    return tag != 0;
  }

  private static Spot spot(CodedInputStream in) throws IOException {
    // Fields are written in the order of their numbers.
    seek(in, Span.TRACE_ID_FIELD_NUMBER);
    ByteString id = in.readBytes();
    int traceId = in.getTotalBytesRead() - id.size();
    int trace = (int) id.asReadOnlyByteBuffer().getLong(Long.BYTES) - 1;
    seek(in, Span.START_TIME_UNIX_NANO_FIELD_NUMBER);
    int start = in.getTotalBytesRead();
    long startNanos = in.readFixed64();
    seek(in, Span.END_TIME_UNIX_NANO_FIELD_NUMBER);
    int end = in.getTotalBytesRead();
    long endNanos = in.readFixed64();
    in.skipRawBytes(in.getBytesUntilLimit());
    return new Spot(traceId, trace, start, startNanos, end, endNanos);
  }
}
