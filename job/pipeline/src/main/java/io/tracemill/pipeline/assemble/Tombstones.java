package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Remembers for a while which traces have closed, and when.
 *
 * <p>Tombstones are grouped in generations by their deadline, each a flat table, and a generation
 * is forgotten as a whole: no timer and no object per trace, {@link AssemblyCaps#TOMBSTONE_BYTES}
 * each.
 */
final class Tombstones {
  private static final int VERSION = 1;
  private static final int GENERATIONS = 4;

  /** A table knows no earlier deadline; a record may well claim a time before 1970. */
  private static final long EARLIEST = TombstoneTable.ABSENT + 1;

  private final long ttlMillis;
  private final long generationMillis;
  private final TreeMap<Long, TombstoneTable> generations = new TreeMap<>();

  /** Remembers each trace for {@code ttlMillis} after its deadline. */
  Tombstones(long ttlMillis) {
    this.ttlMillis = ttlMillis;
    this.generationMillis = Math.max(1000, ttlMillis / GENERATIONS);
  }

  /** Remembers that the trace closed at its deadline. */
  void add(TraceId traceId, long deadlineMillis) {
    generations
        .computeIfAbsent(
            Math.floorDiv(deadlineMillis, generationMillis), number -> new TombstoneTable())
        .put(traceId.high(), traceId.low(), Math.max(EARLIEST, deadlineMillis));
  }

  /** Whether the trace closed no longer than the time to live before {@code timeMillis}. */
  boolean covers(TraceId traceId, long timeMillis) {
    for (TombstoneTable generation : generations.values()) {
      long deadline = generation.get(traceId.high(), traceId.low());
      if (deadline != TombstoneTable.ABSENT && timeMillis <= deadline + ttlMillis) {
        return true;
      }
    }
    return false;
  }

  /** Forgets the generations that no record after {@code watermarkMillis} can ask for. */
  void purge(long watermarkMillis) {
    while (!generations.isEmpty()
        && (generations.firstKey() + 1) * generationMillis < watermarkMillis - ttlMillis) {
      generations.pollFirstEntry();
    }
  }

  /** How many are remembered. */
  int size() {
    return generations.values().stream().mapToInt(TombstoneTable::size).sum();
  }

  /** Writes all of them: a version byte, a count, then id (16 bytes) and deadline (8) of each. */
  void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeInt(size());
    for (Map.Entry<Long, TombstoneTable> generation : generations.entrySet()) {
      generation.getValue().write(out);
    }
  }

  /** Adds those of {@link #write}'s that {@code wanted} accepts. */
  void read(DataInput in, Predicate<TraceId> wanted) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("tombstones of version " + version + ", expected " + VERSION);
    }
    for (int left = in.readInt(); left > 0; left--) {
      TraceId traceId = new TraceId(in.readLong(), in.readLong());
      long deadline = in.readLong();
      if (wanted.test(traceId)) {
        add(traceId, deadline);
      }
    }
  }
}
