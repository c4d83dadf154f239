package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.errorcost.ErrorCost.Node;
import java.util.ArrayList;
import java.util.List;

/** The error paths of several requests, merged by call path. */
final class ErrorPaths {
  private final CallPaths paths = new CallPaths();
  private final List<double[]> sums = new ArrayList<>();

  /** Adds the error path of a request. */
  void add(List<Node> path, double weight) {
    int[] nodes = new int[path.size()];
    for (int i = 0; i < nodes.length; i++) {
      Node node = path.get(i);
      int above = node.parent() < 0 ? CallPaths.NONE : nodes[node.parent()];
      nodes[i] = paths.child(above, PathStep.of(node.frame()));
      if (nodes[i] == sums.size()) {
        sums.add(new double[4]);
      }
      double[] sum = sums.get(nodes[i]);
      sum[0] += weight * node.self();
      sum[1] += weight * node.propagated();
      sum[2] += weight * node.stopped();
      sum[3] += weight * node.exclusiveNanos();
    }
  }

  /** All nodes in preorder, siblings in order of frames; numbers are rounded. */
  List<Node> inOrder() {
    int[] position = new int[paths.size()];
    List<Node> nodes = new ArrayList<>();
    for (int path : paths.inStepOrder()) {
      int parent = paths.parent(path);
      double[] sum = sums.get(path);
      position[path] = nodes.size();
      nodes.add(
          new Node(
              parent == CallPaths.NONE ? CallPaths.NONE : position[parent],
              paths.step(path).frame(),
              Math.toIntExact(Math.round(sum[0])),
              Math.toIntExact(Math.round(sum[1])),
              Math.toIntExact(Math.round(sum[2])),
              Math.round(sum[3])));
    }
    return nodes;
  }
}
