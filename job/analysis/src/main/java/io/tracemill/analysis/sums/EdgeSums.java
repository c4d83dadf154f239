package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.ServiceCalls;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The edges between services in an endpoint's requests. A call costs one look-up by number. */
final class EdgeSums implements ServiceCalls {
  private static final EdgeSum[] NO_SUMS = {};
  private static final long EDGE_BYTES = 1_000;

  private final Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();

  /** Open addressing by numbers of the services; valid for one generation of the vocabulary. */
  private long[] keys = {};

  private EdgeSum[] sums = NO_SUMS;
  private int used;
  private int generation;

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
    sums[slot].add(durationNanos, failed);
  }

  private void restart(int current) {
    int capacity = Math.max(16, 4 * Integer.highestOneBit(used + 1));
    keys = new long[capacity];
    sums = Arrays.copyOf(NO_SUMS, capacity);
    used = 0;
    generation = current;
  }

  /** The sums of an edge, or of {@link ServiceEdge#OTHER} beyond the limit. */
  EdgeSum sum(ServiceEdge edge) {
    int named = edges.size() - (edges.containsKey(ServiceEdge.OTHER) ? 1 : 0);
    boolean admitted = edges.containsKey(edge) || named < SumRules.MAX_PLACES;
    return edges.computeIfAbsent(admitted ? edge : ServiceEdge.OTHER, added -> new EdgeSum());
  }

  void merge(EdgeSums that) {
    that.edges.forEach((edge, more) -> sum(edge).merge(more));
  }

  /** By edge. */
  Map<ServiceEdge, EdgeSum> edges() {
    return edges;
  }

  long weight() {
    return edges.size() * EDGE_BYTES;
  }
}
