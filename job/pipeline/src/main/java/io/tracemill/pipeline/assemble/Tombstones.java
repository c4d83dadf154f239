package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Remembers which traces closed recently, and their endpoints.
 *
 * <p>Tombstones are grouped by deadline into generations, each a flat table. A generation is
 * forgotten as a whole, so a trace needs no timer and no object, only {@link
 * AssemblyCaps#TOMBSTONE_BYTES}. A generation covers a quarter of the time to live; its traces are
 * remembered for the time to live after its end.
 */
final class Tombstones {
  private static final int GENERATIONS = 4;

  private final long ttlMillis;
  private final long generationMillis;

  /** By deadline, divided by the length of a generation. */
  private final TreeMap<Long, TombstoneGeneration> generations = new TreeMap<>();

  /** Remembers each trace for {@code ttlMillis} after its deadline, or up to a quarter longer. */
  Tombstones(long ttlMillis) {
    this.ttlMillis = ttlMillis;
    this.generationMillis = Math.max(1000, ttlMillis / GENERATIONS);
  }

  /** Remembers that the trace closed at its deadline. */
  void add(TraceId traceId, long deadlineMillis, Optional<Frame> endpoint) {
    generation(deadlineMillis).add(traceId, endpoint);
  }

  private TombstoneGeneration generation(long deadlineMillis) {
    return generations.computeIfAbsent(
        Math.floorDiv(deadlineMillis, generationMillis), number -> new TombstoneGeneration());
  }

  /** Whether the trace closed so recently before {@code timeMillis} that it is still remembered. */
  boolean covers(TraceId traceId, long timeMillis) {
    // Asked for every fragment: no view of the map is made.
    long oldest = oldest(timeMillis);
    for (Map.Entry<Long, TombstoneGeneration> generation : generations.entrySet()) {
      if (generation.getKey() >= oldest && generation.getValue().contains(traceId)) {
        return true;
      }
    }
    return false;
  }

  private long oldest(long timeMillis) {
    return Math.floorDiv(timeMillis - ttlMillis, generationMillis);
  }

  /** The latest known endpoint of the trace. */
  Optional<Frame> endpoint(TraceId traceId) {
    return generations.descendingMap().values().stream()
        .map(generation -> generation.endpoint(traceId))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Forgets the generations that no record after {@code watermarkMillis} can need. */
  void purge(long watermarkMillis) {
    if (watermarkMillis > Long.MIN_VALUE + ttlMillis) {
      generations.headMap(oldest(watermarkMillis)).clear();
    }
  }

  /** The number of tombstones. */
  int size() {
    return generations.values().stream().mapToInt(TombstoneGeneration::size).sum();
  }

  /** Writes the number of generations, then the start and content of each. */
  void write(DataOutput out) throws IOException {
    Varint.write(out, generations.size());
    for (Map.Entry<Long, TombstoneGeneration> generation : generations.entrySet()) {
      out.writeLong(generation.getKey() * generationMillis);
      generation.getValue().write(out);
    }
  }

  /** Adds the tombstones that {@link #write} wrote and {@code wanted} accepts. */
  void read(DataInput in, Predicate<TraceId> wanted) throws IOException {
    for (long left = Varint.read(in); left > 0; left--) {
      generation(in.readLong()).read(in, wanted);
    }
  }
}
