package io.tracemill.analysis.sums;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sum of many requests' critical calling context trees (CRISP section 5.3): for each call path
 * the number of requests and the exact sum of its own time; for each frame the number of requests
 * that have it on their path.
 *
 * <p>Nodes are numbered from 0, a parent before its children. If requests begin at different
 * frames, several nodes have no parent. Own times of all nodes add up to the durations of all
 * requests. Inclusive times follow from own times, so they are computed on demand.
 *
 * <p>Merging is associative and commutative until a limit is reached ({@link SumRules}). Beyond it,
 * sums and named nodes stay exact. The order of arrival then decides which paths keep their own
 * node and which go to {@code (other)}.
 */
public final class CallTreeSums {
  private static final int FIRST_CAPACITY = 4;

  private final CallPaths paths;
  private long requests;
  private long[] exclusiveNanos = new long[FIRST_CAPACITY];
  private long[] traces = new long[FIRST_CAPACITY];

  /** By node: the latest request that reached it, because one can reach {@code (other)} twice. */
  private long[] lastRequest = new long[FIRST_CAPACITY];

  /** By node: the number of its frame. */
  private int[] frameOf = new int[FIRST_CAPACITY];

  /** The number of nodes with sums: all except a new node of {@link #paths}. */
  private int ready;

  private final Map<Frame, Integer> frames = new HashMap<>();
  private long[] frameTraces = new long[FIRST_CAPACITY];
  private long[] frameLastRequest = new long[FIRST_CAPACITY];

  CallTreeSums(SumRules rules) {
    this.paths = new CallPaths(rules.maxNodes(), rules.maxDepth());
  }

  /** Begins the next request, whose nodes {@link #add} then adds. */
  void beginRequest() {
    requests++;
  }

  /** The node of a step below a node; {@link CallPaths#NONE} for a first step. */
  int node(int parent, PathStep step) {
    int node = paths.child(parent, step);
    if (node == ready) {
      makeReady(node);
    }
    return node;
  }

  /** Adds a node of the current request. */
  void add(int node, long ownNanos) {
    exclusiveNanos[node] += ownNanos;
    if (lastRequest[node] != requests) {
      lastRequest[node] = requests;
      traces[node]++;
    }
    int frame = frameOf[node];
    if (frameLastRequest[frame] != requests) {
      frameLastRequest[frame] = requests;
      frameTraces[frame]++;
    }
  }

  private void makeReady(int node) {
    if (node == traces.length) {
      int capacity = 2 * node;
      exclusiveNanos = Arrays.copyOf(exclusiveNanos, capacity);
      traces = Arrays.copyOf(traces, capacity);
      lastRequest = Arrays.copyOf(lastRequest, capacity);
      frameOf = Arrays.copyOf(frameOf, capacity);
    }
    frameOf[node] = frame(paths.step(node).frame());
    ready = node + 1;
  }

  private int frame(Frame frame) {
    @Nullable Integer known = frames.get(frame);
    if (known != null) {
      return known;
    }
    int number = frames.size();
    frames.put(frame, number);
    if (number == frameTraces.length) {
      frameTraces = Arrays.copyOf(frameTraces, 2 * number);
      frameLastRequest = Arrays.copyOf(frameLastRequest, 2 * number);
    }
    return number;
  }

  /** Adds the sums of {@code other}, which does not change. */
  void merge(CallTreeSums other) {
    requests += other.requests;
    int[] nodes = new int[other.size()];
    for (int i = 0; i < nodes.length; i++) {
      int parent = other.parent(i);
      nodes[i] = node(parent < 0 ? CallPaths.NONE : nodes[parent], other.step(i));
      add(nodes[i], other.step(i), other.exclusiveNanos[i], other.traces[i]);
    }
    other.frames.forEach((frame, number) -> addFrame(frame, other.frameTraces[number]));
  }

  /** Adds requests that have {@code step} at the node, which can be {@code (other)} instead. */
  private void add(int node, PathStep step, long moreNanos, long moreTraces) {
    exclusiveNanos[node] += moreNanos;
    traces[node] += moreTraces;
    if (!paths.step(node).equals(step)) {
      frameTraces[frameOf[node]] += moreTraces;
    }
  }

  /** Adds requests that have a frame, unless all its nodes are in {@code (other)}. */
  private void addFrame(Frame frame, long moreTraces) {
    @Nullable Integer known = frames.get(frame);
    if (known != null) {
      frameTraces[known] += moreTraces;
    }
  }

  /** The number of requests. */
  public long requests() {
    return requests;
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
    if (!paths.isOther(node)) {
      return traces[node];
    }
    int parent = paths.parent(node);
    return Math.min(traces[node], parent == CallPaths.NONE ? requests : traces[parent]);
  }

  /** Sum over all requests of the node's own time, nanoseconds. */
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  /** By node: the time of the node and its descendants, summed over all requests, nanoseconds. */
  public long[] inclusiveNanos() {
    return paths.inclusive(exclusiveNanos);
  }

  /**
   * By frame that has a node: the number of requests that have it on their critical path. For the
   * frame of {@code (other)} of merged trees it is an upper bound, as in {@link #traces}.
   */
  public Map<Frame, Long> frameTraces() {
    Map<Frame, Long> counts = new HashMap<>();
    frames.forEach((frame, number) -> counts.put(frame, Math.min(requests, frameTraces[number])));
    return counts;
  }

  /** All nodes, each followed by its descendants, children with the largest value first. */
  public int[] largestFirst(long[] value) {
    return paths.largestFirst(value);
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
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
      Varint.write(out, exclusiveNanos[node]);
      Varint.write(out, traces[node]);
    }
    for (long count : new TreeMap<>(frameTraces()).values()) {
      Varint.write(out, count);
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in, RequestTables tables) throws IOException {
    requests += Varint.read(in);
    int[] nodes = new int[Varint.readUpTo(in, Integer.MAX_VALUE)];
    Map<Frame, Integer> named = new TreeMap<>();
    for (int i = 0; i < nodes.length; i++) {
      int parent = Varint.readUpTo(in, i) - 1;
      PathStep step = tables.readStep(in);
      nodes[i] = node(parent < 0 ? CallPaths.NONE : nodes[parent], step);
      named.put(step.frame(), 0);
      add(nodes[i], step, Varint.read(in), Varint.read(in));
    }
    for (Frame frame : named.keySet()) {
      addFrame(frame, Varint.read(in));
    }
  }
}
