package io.tracemill.analysis.profile;

import io.tracemill.analysis.record.EndpointProfile.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The call tree of one latency class, estimated from sampled requests that each stand for several.
 * Own times are rounded by node; inclusive times follow from them, so they add up. If each request
 * stands only for itself, all figures are exact.
 */
final class ClassTree {
  private final CallPaths paths;
  private int requests;
  private double weights;
  private double[] nanos = {};
  private double[] traces = {};

  /** By node: the latest counted request, because one request can reach a node twice. */
  private int[] lastRequest = {};

  ClassTree(ProfileLimits limits) {
    this.paths = new CallPaths(limits);
  }

  /** Adds a request that stands for {@code weight} requests. */
  void add(SampledTree tree, double weight) {
    requests++;
    weights += weight;
    int[] nodes = new int[tree.size()];
    for (int i = 0; i < nodes.length; i++) {
      int above = tree.parent(i);
      int node = paths.child(above < 0 ? CallPaths.NONE : nodes[above], tree.step(i));
      nodes[i] = node;
      ensureRoom(node);
      nanos[node] += tree.exclusiveNanos(i) * weight;
      traces[node] += lastRequest[node] == requests ? 0 : weight;
      lastRequest[node] = requests;
    }
  }

  private void ensureRoom(int node) {
    if (node >= nanos.length) {
      int capacity = Math.max(16, 2 * node);
      nanos = Arrays.copyOf(nanos, capacity);
      traces = Arrays.copyOf(traces, capacity);
      lastRequest = Arrays.copyOf(lastRequest, capacity);
    }
  }

  /** The tree, scaled to {@code all} requests; largest siblings first. */
  List<Node> nodes(long all) {
    double scale = weights == 0 ? 0 : all / weights;
    long[] exclusive = new long[paths.size()];
    for (int node = 0; node < exclusive.length; node++) {
      exclusive[node] = Math.round(nanos[node] * scale);
    }
    long[] inclusive = paths.inclusive(exclusive);
    int[] order = paths.largestFirst(inclusive);
    int[] position = new int[order.length];
    List<Node> nodes = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      position[node] = i;
      int parent = paths.parent(node);
      nodes.add(
          new Node(
              parent == CallPaths.NONE ? -1 : position[parent],
              paths.step(node),
              Math.round(traces[node] * scale),
              inclusive[node],
              exclusive[node],
              Optional.empty()));
    }
    return nodes;
  }
}
