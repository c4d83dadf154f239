package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The sum of many requests' critical calling context trees (CRISP section 5.3): for each call path,
 * the number of requests and spans, the exact sum of its own time and a sketch of it.
 *
 * <p>Nodes are numbered from 0, a parent before its children. If requests begin at different
 * frames, several nodes have no parent. Own times of all nodes add up to the durations of all
 * requests. Inclusive times follow from own times, so they are computed on demand.
 *
 * <p>Merging is associative and commutative until a limit is reached ({@link ProfileLimits}).
 * Beyond it, sums and named nodes stay exact. The order of arrival then decides which paths keep
 * their own node and which go to {@code (other)}.
 */
public final class CallTreeAccumulator {
  private static final int FIRST_CAPACITY = 4;

  private final CallPaths paths;
  private long[] spans = new long[FIRST_CAPACITY];
  private long[] exclusiveNanos = new long[FIRST_CAPACITY];
  private LatencySketch[] exclusive = new LatencySketch[FIRST_CAPACITY];

  /** The number of nodes with a sketch: all except new nodes of {@link #paths}. */
  private int ready;

  private long requests;
  private long binCount;

  CallTreeAccumulator(ProfileLimits limits) {
    this.paths = new CallPaths(limits);
  }

  /** Adds one request. */
  void add(CallingContextTree request, FoldScratch scratch) {
    requests++;
    int size = request.size();
    int[] nodes = scratch.nodes(size);
    for (int i = 0; i < size; i++) {
      int node = nodeOf(request.parent(i), nodes, request.step(i));
      nodes[i] = node;
      long own = request.exclusiveNanos(i);
      spans[node] += request.spans(i);
      exclusiveNanos[node] += own;
      if (paths.isOther(node)) {
        scratch.defer(node, own);
      } else {
        addToSketch(node, own);
      }
    }
    for (int i = 0; i < scratch.deferredCount(); i++) {
      addToSketch(scratch.deferredNode(i), scratch.deferredNanos(i));
    }
    scratch.clear();
  }

  private void addToSketch(int node, long nanos) {
    LatencySketch sketch = exclusive[node];
    int before = sketch.binCount();
    sketch.add(nanos);
    binCount += sketch.binCount() - before;
  }

  /** Adds the sums of {@code other}, which does not change. */
  void merge(CallTreeAccumulator other) {
    requests += other.requests;
    int[] nodes = new int[other.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = nodeOf(other.parent(i), nodes, other.step(i));
      add(nodes[i], other.spans[i], other.exclusiveNanos[i], other.exclusive[i]);
    }
  }

  private void add(int node, long moreSpans, long moreNanos, LatencySketch sketch) {
    spans[node] += moreSpans;
    exclusiveNanos[node] += moreNanos;
    int before = exclusive[node].binCount();
    exclusive[node].merge(sketch);
    binCount += exclusive[node].binCount() - before;
  }

  /** The node of a step below its parent's node. */
  private int nodeOf(int parent, int[] nodes, PathStep step) {
    int node = paths.child(parent < 0 ? CallPaths.NONE : nodes[parent], step);
    if (node == ready) {
      makeReady(node);
    }
    return node;
  }

  private void makeReady(int node) {
    if (node == spans.length) {
      int capacity = 2 * node;
      spans = Arrays.copyOf(spans, capacity);
      exclusiveNanos = Arrays.copyOf(exclusiveNanos, capacity);
      exclusive = Arrays.copyOf(exclusive, capacity);
    }
    exclusive[node] = new LatencySketch();
    ready = node + 1;
  }

  /** The number of nodes. */
  public int size() {
    return paths.size();
  }

  /** The parent, which has a smaller number; -1 for the first step of a path. */
  public int parent(int node) {
    return paths.parent(node);
  }

  public PathStep step(int node) {
    return paths.step(node);
  }

  /**
   * Requests with this call path. For an {@code (other)} node of merged trees it is an upper bound:
   * one request may have several of its call paths and then counts several times.
   */
  public long traces(int node) {
    long traces = exclusive[node].count();
    if (!paths.isOther(node)) {
      return traces;
    }
    int parent = paths.parent(node);
    return Math.min(traces, parent == CallPaths.NONE ? requests : exclusive[parent].count());
  }

  /** Spans on a critical path at this node. */
  public long spans(int node) {
    return spans[node];
  }

  /** Sum over all requests of the node's own time, nanoseconds. */
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  /** The node's own time in each request with the call path; not to be changed. */
  public LatencySketch exclusive(int node) {
    return exclusive[node];
  }

  /** By node: the time of the node and its descendants, summed over all requests, nanoseconds. */
  public long[] inclusiveNanos() {
    return paths.inclusive(exclusiveNanos);
  }

  /** All nodes, each followed by its descendants, children with the largest value first. */
  int[] largestFirst(long[] value) {
    return paths.largestFirst(value);
  }

  /** The number of bins of all sketches. */
  long binCount() {
    return binCount;
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    int[] order = paths.inStepOrder();
    int[] position = new int[order.length];
    Varint.write(out, requests);
    Varint.write(out, order.length);
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      position[node] = i;
      int parent = paths.parent(node);
      Varint.write(out, parent == CallPaths.NONE ? 0 : position[parent] + 1);
      tables.writeStep(out, paths.step(node));
      Varint.write(out, spans[node]);
      Varint.write(out, exclusiveNanos[node]);
      exclusive[node].write(out);
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    requests += Varint.read(in);
    int[] nodes = new int[Varint.readUpTo(in, Integer.MAX_VALUE)];
    for (int i = 0; i < nodes.length; i++) {
      int parent = Varint.readUpTo(in, i) - 1;
      nodes[i] = nodeOf(parent, nodes, tables.readStep(in));
      add(nodes[i], Varint.read(in), Varint.read(in), LatencySketch.read(in));
    }
  }
}
