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
 * The bytes of an {@link Export} and where in them ids and times stand, to be written over for each
 * record that is made of it.
 */
final class RecordTemplate implements Template {
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Where the ids and times of one span stand, and what they were. */
  private record Spot(int traceId, int trace, int start, long startNanos, int end, long endNanos) {}

  private final byte[] bytes;
  private final Spot[] spots;

  RecordTemplate(ExportTraceServiceRequest export) {
    bytes = export.toByteArray();
    try {
      spots = find(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int spans() {
    return spots.length;
  }

  @Override
  public void render(long firstTrace, long startNanos, long timestampMillis, Workload.Sink sink) {
    for (Spot spot : spots) {
      long high = Mix.of(firstTrace + spot.trace);
      BIG.set(bytes, spot.traceId, high);
      BIG.set(bytes, spot.traceId + Long.BYTES, Mix.of(high));
      int tempo = Tempo.of(high);
      LITTLE.set(bytes, spot.start, startNanos + Tempo.stretch(spot.startNanos, tempo));
      LITTLE.set(bytes, spot.end, startNanos + Tempo.stretch(spot.endNanos, tempo));
    }
    sink.accept(Workload.NO_KEY, bytes, spots.length, timestampMillis);
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

  /** Stands behind the tag of the next field with this number; false at the end. */
  private static boolean seek(CodedInputStream in, int field) throws IOException {
    int tag = in.readTag();
    while (tag != 0 && WireFormat.getTagFieldNumber(tag) != field) {
      in.skipField(tag);
      tag = in.readTag();
    }
    return tag != 0;
  }

  private static Spot spot(CodedInputStream in) throws IOException {
    // Fields were written in the order of their numbers.
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
