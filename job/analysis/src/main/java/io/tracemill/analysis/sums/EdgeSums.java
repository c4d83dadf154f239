package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.ServiceCalls;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Vocabulary;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The edges between services in an endpoint's requests. A call costs one look-up by number. */
final class EdgeSums implements ServiceCalls {
  private static final EdgeSum[] NO_SUMS = {};
  private static final long[] NO_KEYS = {};
  private static final long EDGE_BYTES = 300;
  private static final long SLOT_BYTES = 12;

  private final Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();

  /** Open addressing by numbers of the services; valid for one generation of the vocabulary. */
  private long[] keys = NO_KEYS;

  private EdgeSum[] sums = NO_SUMS;
  private int used;
  private int generation;
  private long binCount;

  @Override
  public void call(int caller, int callee, long durationNanos, boolean failed, Vocabulary names) {
    if (generation != names.generation() || 2 * used >= keys.length) {
      restart(names.generation());
    }
    long key = ((long) caller << 32) | callee;
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (keys[slot] != key && keys[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    if (keys[slot] == 0) {
      keys[slot] = key;
      sums[slot] = sum(new ServiceEdge(names.text(caller), names.text(callee)));
      used++;
    }
    EdgeSum sum = sums[slot];
    int before = sum.durations().binCount();
    sum.add(durationNanos, failed);
    binCount += sum.durations().binCount() - before;
  }

  private void restart(int current) {
    int capacity = Math.max(16, 4 * Integer.highestOneBit(used + 1));
    keys = new long[capacity];
    sums = Arrays.copyOf(NO_SUMS, capacity);
    used = 0;
    generation = current;
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

  /** Gives back what only {@link #call} needs. */
  void finish() {
    keys = NO_KEYS;
    sums = NO_SUMS;
    used = 0;
  }

  /** By edge. */
  Map<ServiceEdge, EdgeSum> edges() {
    return edges;
  }

  long weight() {
    return edges.size() * EDGE_BYTES
        + binCount * LatencySketch.BIN_BYTES
        + keys.length * SLOT_BYTES;
  }
}
