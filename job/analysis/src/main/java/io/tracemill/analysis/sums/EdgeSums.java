package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.ServiceCalls;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Vocabulary;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The edges between services in an endpoint's requests.
 *
 * <p>A request has calls on many edges, whose sketches together exceed a processor's cache. So
 * calls wait in a list, and {@link #addWaiting} adds those of one edge after another.
 */
final class EdgeSums implements ServiceCalls {
  private static final EdgeSum[] NO_SUMS = {};
  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};
  private static final int FAILED = 1;
  private static final int MESSAGE = 2;
  private static final int FLAG_BITS = 2;
  private static final int FIRST_SLOTS = 16;
  private static final int FIRST_CALLS = 32;

  /** The most calls that wait. */
  private static final int MAX_CALLS = 1_024;

  private static final long EDGE_BYTES = 300;
  private static final long SLOT_BYTES = 16;
  private static final long CALL_BYTES = 12;

  private final Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();

  /** Open addressing by numbers of the services; valid for one generation of the vocabulary. */
  private long[] keys = NO_LONGS;

  /** By slot, the position in {@link #sums}. */
  private int[] positions = NO_INTS;

  private EdgeSum[] sums = NO_SUMS;
  private int used;
  private int generation;

  /** By waiting call: the position of its edge, then a bit for a message, and one for a failure. */
  private int[] waiting = NO_INTS;

  private long[] durations = NO_LONGS;
  private int calls;
  private long binCount;

  @Override
  public void call(
      int caller,
      int callee,
      long durationNanos,
      boolean failed,
      boolean message,
      Vocabulary names) {
    if (generation != names.generation() || 2 * used >= keys.length) {
      restart(names.generation());
    }
    int position = positions[slot(((long) caller << 32) | callee, caller, callee, names)];
    if (calls == waiting.length) {
      makeRoom();
    }
    waiting[calls] = (position << FLAG_BITS) + (message ? MESSAGE : 0) + (failed ? FAILED : 0);
    durations[calls++] = durationNanos;
  }

  private int slot(long key, int caller, int callee, Vocabulary names) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (keys[slot] != key && keys[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    if (keys[slot] == 0) {
      keys[slot] = key;
      positions[slot] = used;
      sums[used++] = sum(new ServiceEdge(names.text(caller), names.text(callee)));
    }
    return slot;
  }

  private void restart(int current) {
    addWaiting();
    int capacity = Math.max(FIRST_SLOTS, 4 * Integer.highestOneBit(used + 1));
    keys = new long[capacity];
    positions = new int[capacity];
    sums = Arrays.copyOf(NO_SUMS, capacity);
    used = 0;
    generation = current;
  }

  private void makeRoom() {
    if (calls == MAX_CALLS) {
      addWaiting();
    } else {
      int capacity = Math.max(FIRST_CALLS, 2 * calls);
      waiting = Arrays.copyOf(waiting, capacity);
      durations = Arrays.copyOf(durations, capacity);
    }
  }

  /** Adds the waiting calls in the order of their edges, by a counting sort. */
  private void addWaiting() {
    int[] ends = new int[used + 1];
    for (int i = 0; i < calls; i++) {
      ends[(waiting[i] >> FLAG_BITS) + 1]++;
    }
    for (int edge = 0; edge < used; edge++) {
      ends[edge + 1] += ends[edge];
    }
    int[] order = new int[calls];
    for (int i = 0; i < calls; i++) {
      order[ends[waiting[i] >> FLAG_BITS]++] = i;
    }
    for (int call : order) {
      EdgeSum sum = sums[waiting[call] >> FLAG_BITS];
      int before = sum.durations().binCount();
      sum.add(durations[call], (waiting[call] & FAILED) != 0, (waiting[call] & MESSAGE) != 0);
      binCount += sum.durations().binCount() - before;
    }
    calls = 0;
  }

  /** The sum of an edge, or of {@link ServiceEdge#OTHER} beyond the limit. */
  private EdgeSum sum(ServiceEdge edge) {
    int named = edges.size() - (edges.containsKey(ServiceEdge.OTHER) ? 1 : 0);
    boolean admitted = edges.containsKey(edge) || named < SumRules.MAX_PLACES;
    return edges.computeIfAbsent(admitted ? edge : ServiceEdge.OTHER, added -> new EdgeSum());
  }

  void merge(EdgeSums that) {
    that.edges.forEach(
        (edge, more) -> {
          EdgeSum sum = sum(edge);
          int before = sum.durations().binCount();
          sum.merge(more);
          binCount += sum.durations().binCount() - before;
        });
  }

  /** Adds the calls of an edge that {@link EdgeSum#write} wrote. */
  void mergeFrom(ServiceEdge edge, DataInput in) throws IOException {
    EdgeSum sum = sum(edge);
    int before = sum.durations().binCount();
    sum.mergeFrom(in);
    binCount += sum.durations().binCount() - before;
  }

  /** Adds the waiting calls, and gives back what only {@link #call} needs. */
  void finish() {
    addWaiting();
    keys = NO_LONGS;
    positions = NO_INTS;
    sums = NO_SUMS;
    waiting = NO_INTS;
    durations = NO_LONGS;
    used = 0;
  }

  /** By edge. */
  Map<ServiceEdge, EdgeSum> edges() {
    return edges;
  }

  long weight() {
    return edges.size() * EDGE_BYTES
        + binCount * LatencySketch.BIN_BYTES
        + keys.length * SLOT_BYTES
        + waiting.length * CALL_BYTES;
  }
}
