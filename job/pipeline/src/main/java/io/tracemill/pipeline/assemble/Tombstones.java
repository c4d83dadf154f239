package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Remembers for a while which traces have closed, when, and by which endpoint they are known.
 *
 * <p>Tombstones are grouped in generations by their deadline, each a flat table, and a generation
 * is forgotten as a whole: no timer and no object per trace, {@link AssemblyCaps#TOMBSTONE_BYTES}
 * each.
 */
final class Tombstones {
  /** The version that knows no endpoints. */
  private static final int NAMELESS = 1;

  private static final int VERSION = 2;
  private static final int GENERATIONS = 4;

  private final long ttlMillis;
  private final long generationMillis;
  private final TreeMap<Long, TombstoneGeneration> generations = new TreeMap<>();

  /** Remembers each trace for {@code ttlMillis}, a day at most, after its deadline. */
  Tombstones(long ttlMillis) {
    this.ttlMillis = ttlMillis;
    this.generationMillis = Math.max(1000, ttlMillis / GENERATIONS);
  }

  /** Remembers that the trace closed at its deadline. */
  void add(TraceId traceId, long deadlineMillis, TraceEndpoint endpoint) {
    generations
        .computeIfAbsent(
            Math.floorDiv(deadlineMillis, generationMillis),
            number -> new TombstoneGeneration(number * generationMillis))
        .add(traceId, deadlineMillis, endpoint);
  }

  /** Whether the trace closed no longer than the time to live before {@code timeMillis}. */
  boolean covers(TraceId traceId, long timeMillis) {
    for (TombstoneGeneration generation : generations.values()) {
      if (generation.closedSince(traceId, timeMillis - ttlMillis)) {
        return true;
      }
    }
    return false;
  }

  /** What the trace is known by: what was said of it last, if anything was. */
  TraceEndpoint endpoint(TraceId traceId) {
    return generations.descendingMap().values().stream()
        .map(generation -> generation.endpoint(traceId))
        .flatMap(Optional::stream)
        .findFirst()
        .map(TraceEndpoint::of)
        .orElseGet(TraceEndpoint::unknown);
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
    return generations.values().stream().mapToInt(TombstoneGeneration::size).sum();
  }

  /** Writes all of them: a version byte, how many generations, and each of these. */
  void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    Varint.write(out, generations.size());
    for (TombstoneGeneration generation : generations.values()) {
      generation.write(out);
    }
  }

  /** Adds those of {@link #write}'s, or of an earlier version's, that {@code wanted} accepts. */
  void read(DataInput in, Predicate<TraceId> wanted) throws IOException {
    int version = in.readByte();
    if (version == NAMELESS) {
      readNameless(in, wanted);
      return;
    }
    if (version != VERSION) {
      throw new IOException(
          "tombstones of version %d, expected %d at most".formatted(version, VERSION));
    }
    for (long left = Varint.read(in); left > 0; left--) {
      TombstoneGeneration.read(
          in,
          (traceId, deadline, endpoint) -> {
            if (wanted.test(traceId)) {
              add(traceId, deadline, endpoint);
            }
          });
    }
  }

  private void readNameless(DataInput in, Predicate<TraceId> wanted) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      TraceId traceId = new TraceId(in.readLong(), in.readLong());
      long deadline = in.readLong();
      if (wanted.test(traceId)) {
        add(traceId, deadline, TraceEndpoint.unknown());
      }
    }
  }
}
