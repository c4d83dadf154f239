package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import io.tracemill.pipeline.count.FrameCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The tombstones of traces that closed within one period: an open-addressing table from trace ids
 * to endpoint numbers, at most half full.
 *
 * <p>At most {@value #MAX_ENDPOINTS} endpoints have a number; traces of further endpoints have
 * none.
 */
final class TombstoneGeneration {
  static final int MAX_ENDPOINTS = 10_000;

  private static final FrameCodec FRAMES = new FrameCodec();
  private static final int FREE = 0;
  private static final int UNKNOWN = 1;
  private static final int FIRST_ENDPOINT = 2;

  /** Two longs a slot: the high and low half of the trace id. */
  private long[] ids = new long[128];

  /** The endpoint number of each slot. */
  private int[] numbers = new int[64];

  private int size;
  private final List<Frame> endpoints = new ArrayList<>();
  private final Map<Frame, Integer> numberOf = new HashMap<>();

  /** Adds the trace; the latest known endpoint wins. */
  void add(TraceId traceId, Optional<Frame> endpoint) {
    int number = endpoint.map(this::number).orElse(UNKNOWN);
    int slot = find(traceId.high(), traceId.low());
    if (numbers[slot] == FREE) {
      ids[2 * slot] = traceId.high();
      ids[2 * slot + 1] = traceId.low();
      size++;
    }
    numbers[slot] = number == UNKNOWN ? Math.max(UNKNOWN, numbers[slot]) : number;
    if (2 * size > numbers.length) {
      grow();
    }
  }

  private int number(Frame endpoint) {
    Integer known = numberOf.get(endpoint);
    if (known != null) {
      return known;
    }
    if (endpoints.size() == MAX_ENDPOINTS) {
      return UNKNOWN;
    }
    endpoints.add(endpoint);
    int number = FIRST_ENDPOINT + endpoints.size() - 1;
    numberOf.put(endpoint, number);
    return number;
  }

  boolean contains(TraceId traceId) {
    return numbers[find(traceId.high(), traceId.low())] != FREE;
  }

  /** The endpoint of a trace; empty if the trace or its endpoint is unknown. */
  Optional<Frame> endpoint(TraceId traceId) {
    int number = numbers[find(traceId.high(), traceId.low())];
    return number < FIRST_ENDPOINT
        ? Optional.empty()
        : Optional.of(endpoints.get(number - FIRST_ENDPOINT));
  }

  int size() {
    return size;
  }

  private void grow() {
    long[] oldIds = ids;
    int[] oldNumbers = numbers;
    ids = new long[2 * oldIds.length];
    numbers = new int[2 * oldNumbers.length];
    for (int old = 0; old < oldNumbers.length; old++) {
      if (oldNumbers[old] != FREE) {
        int slot = find(oldIds[2 * old], oldIds[2 * old + 1]);
        System.arraycopy(oldIds, 2 * old, ids, 2 * slot, 2);
        numbers[slot] = oldNumbers[old];
      }
    }
  }

  private int find(long high, long low) {
    long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & (numbers.length - 1);
    while (numbers[slot] != FREE && (ids[2 * slot] != high || ids[2 * slot + 1] != low)) {
      slot = (slot + 1) & (numbers.length - 1);
    }
    return slot;
  }

  /** Writes the endpoints, then the id (16 bytes) and endpoint number of each tombstone. */
  void write(DataOutput out) throws IOException {
    Varint.write(out, endpoints.size());
    for (Frame endpoint : endpoints) {
      FRAMES.write(endpoint, out);
    }
    out.writeInt(size);
    for (int slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] != FREE) {
        out.writeLong(ids[2 * slot]);
        out.writeLong(ids[2 * slot + 1]);
        Varint.write(out, numbers[slot] - UNKNOWN);
      }
    }
  }

  /** Adds the tombstones that {@link #write} wrote and {@code wanted} accepts. */
  void read(DataInput in, Predicate<TraceId> wanted) throws IOException {
    List<Optional<Frame>> named = new ArrayList<>(List.of(Optional.empty()));
    for (long left = Varint.read(in); left > 0; left--) {
      named.add(Optional.of(FRAMES.read(in)));
    }
    for (int left = in.readInt(); left > 0; left--) {
      TraceId traceId = new TraceId(in.readLong(), in.readLong());
      Optional<Frame> endpoint = named.get(Varint.readUpTo(in, named.size() - 1));
      if (wanted.test(traceId)) {
        add(traceId, endpoint);
      }
    }
  }
}
