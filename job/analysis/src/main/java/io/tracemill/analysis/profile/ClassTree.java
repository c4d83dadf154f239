package io.tracemill.analysis.profile;

import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The call tree of one latency class, estimated from sampled requests that each stand for several.
 *
 * <p>Requests that stand for themselves alone are summed in integers, the others in floating point,
 * rounded at the end: node by node for own times, from which inclusive times follow, so that they
 * add up.
 */
final class ClassTree {
  private final CallPaths paths;
  private long requests;
  private long wholeRequests;
  private double weightedRequests;
  private long[] wholeNanos = {};
  private double[] weightedNanos = {};
  private long[] wholeTraces = {};
  private double[] weightedTraces = {};

  /** The request that a node was last counted for: one request can reach a node twice. */
  private long[] lastRequest = {};

  ClassTree(ProfileLimits limits) {
    this.paths = new CallPaths(limits);
  }

  /** Adds a request of a stratum. */
  void add(SampledRequest request, Stratum stratum) {
    requests++;
    boolean whole = stratum.holdsEveryRequest();
    double weight = stratum.weight();
    if (whole) {
      wholeRequests++;
    } else {
      weightedRequests += weight;
    }
    SampledTree tree = request.tree();
    int[] nodes = new int[tree.size()];
    for (int i = 0; i < nodes.length; i++) {
      int above = tree.parent(i);
      int node = paths.child(above < 0 ? CallPaths.NONE : nodes[above], tree.step(i));
      nodes[i] = node;
      ensureRoom(node);
      if (whole) {
        addWhole(node, tree.exclusiveNanos(i));
      } else {
        addWeighted(node, tree.exclusiveNanos(i), weight);
      }
      lastRequest[node] = requests;
    }
  }

  private void addWhole(int node, long nanos) {
    wholeNanos[node] += nanos;
    wholeTraces[node] += lastRequest[node] == requests ? 0 : 1;
  }

  private void addWeighted(int node, long nanos, double weight) {
    weightedNanos[node] += nanos * weight;
    weightedTraces[node] += lastRequest[node] == requests ? 0 : weight;
  }

  private void ensureRoom(int node) {
    if (node >= wholeNanos.length) {
      int capacity = Math.max(16, 2 * node);
      wholeNanos = Arrays.copyOf(wholeNanos, capacity);
      weightedNanos = Arrays.copyOf(weightedNanos, capacity);
      wholeTraces = Arrays.copyOf(wholeTraces, capacity);
      weightedTraces = Arrays.copyOf(weightedTraces, capacity);
      lastRequest = Arrays.copyOf(lastRequest, capacity);
    }
  }

  /** How many sampled requests were added. */
  long requests() {
    return requests;
  }

  /** The tree, scaled so that it is one of {@code traces} requests; largest siblings first. */
  List<ClassNode> nodes(long traces) {
    double scale = weightedRequests == 0 ? 0 : (traces - wholeRequests) / weightedRequests;
    long[] exclusive = new long[paths.size()];
    for (int node = 0; node < exclusive.length; node++) {
      exclusive[node] = wholeNanos[node] + Math.round(weightedNanos[node] * scale);
    }
    long[] inclusive = paths.inclusive(exclusive);
    int[] order = paths.largestFirst(inclusive);
    int[] position = new int[order.length];
    List<ClassNode> nodes = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      int node = order[i];
      position[node] = i;
      int parent = paths.parent(node);
      nodes.add(
          new ClassNode(
              parent == CallPaths.NONE ? -1 : position[parent],
              paths.step(node),
              wholeTraces[node] + Math.round(weightedTraces[node] * scale),
              inclusive[node],
              exclusive[node]));
    }
    return nodes;
  }
}
