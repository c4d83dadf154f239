package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.varint.Varint;
import io.tracemill.pipeline.aggregate.FrameCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tombstones of traces that closed within one stretch of time, and the endpoints they name.
 *
 * <p>An endpoint costs a tombstone nothing: its number shares a long with the deadline, of which
 * the part beyond the stretch's start is kept. At most {@value #MAX_ENDPOINTS} endpoints have a
 * number; of traces of further ones the endpoint is not known.
 */
final class TombstoneGeneration {
  static final int MAX_ENDPOINTS = 10_000;

  private static final int UNKNOWN = 0;
  private static final FrameCodec FRAMES = new FrameCodec();

  private final long startMillis;
  private final TombstoneTable table = new TombstoneTable();

  /** Each has the number of its place, counted from 1. */
  private final List<Frame> endpoints = new ArrayList<>();

  private final Map<Frame, Integer> numbers = new HashMap<>();

  /** For traces that close from {@code startMillis} on, within less than 2^31 ms. */
  TombstoneGeneration(long startMillis) {
    this.startMillis = startMillis;
  }

  void add(TraceId traceId, long deadlineMillis, TraceEndpoint endpoint) {
    long later = deadlineMillis - startMillis + 1;
    long number = endpoint.frame().map(this::number).orElse(UNKNOWN);
    table.put(traceId.high(), traceId.low(), (later << Integer.SIZE) | number);
  }

  private int number(Frame endpoint) {
    Integer known = numbers.get(endpoint);
    if (known != null) {
      return known;
    }
    if (endpoints.size() == MAX_ENDPOINTS) {
      return UNKNOWN;
    }
    endpoints.add(endpoint);
    numbers.put(endpoint, endpoints.size());
    return endpoints.size();
  }

  /** Whether the trace closed in this stretch, and not before {@code millis}. */
  boolean closedSince(TraceId traceId, long millis) {
    long value = table.get(traceId.high(), traceId.low());
    return value != TombstoneTable.ABSENT && deadlineMillis(value) >= millis;
  }

  private static int number(long value) {
    return (int) value;
  }

  private long deadlineMillis(long value) {
    return startMillis + (value >>> Integer.SIZE) - 1;
  }

  /** The endpoint of a trace that closed in this stretch, if it is known. */
  Optional<Frame> endpoint(TraceId traceId) {
    int number = number(table.get(traceId.high(), traceId.low()));
    return number == UNKNOWN ? Optional.empty() : Optional.of(endpoints.get(number - 1));
  }

  int size() {
    return table.size();
  }

  /**
   * Writes how many endpoints there are, each of them, how many tombstones, and of each its id (16
   * bytes), deadline (8) and the number of its endpoint, 0 if that is not known.
   */
  void write(DataOutput out) throws IOException {
    Varint.write(out, endpoints.size());
    for (Frame endpoint : endpoints) {
      FRAMES.write(endpoint, out);
    }
    out.writeInt(size());
    table.forEach(
        (high, low, value) -> {
          out.writeLong(high);
          out.writeLong(low);
          out.writeLong(deadlineMillis(value));
          Varint.write(out, number(value));
        });
  }

  /** Takes a tombstone that was read. */
  @FunctionalInterface
  interface Reading {
    void tombstone(TraceId traceId, long deadlineMillis, TraceEndpoint endpoint);
  }

  /** Reads what {@link #write} wrote. */
  static void read(DataInput in, Reading reading) throws IOException {
    List<TraceEndpoint> endpoints = new ArrayList<>(List.of(TraceEndpoint.unknown()));
    for (long left = Varint.read(in); left > 0; left--) {
      endpoints.add(TraceEndpoint.of(FRAMES.read(in)));
    }
    for (int left = in.readInt(); left > 0; left--) {
      TraceId traceId = new TraceId(in.readLong(), in.readLong());
      long deadline = in.readLong();
      reading.tombstone(
          traceId, deadline, endpoints.get(Varint.readUpTo(in, endpoints.size() - 1)));
    }
  }
}
